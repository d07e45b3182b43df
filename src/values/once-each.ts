import { isShared } from './parsed.ts';

/** What a function makes of an item, worked out once for each that is shared. */
export function onceEachItem<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const remembered = onceEach(make);
  return (item) => (isShared(item) ? remembered(item) : make(item));
}

/** What a function makes of an object, worked out once for each. */
export function onceEach<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly made: V }>();
  return (of) => {
    const found = known.get(of);
    if (found) return found.made;
    const made = make(of);
    known.set(of, { made });
    return made;
  };
}
