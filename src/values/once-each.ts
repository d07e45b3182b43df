import { isShared } from './parsed.ts';

/** Caches the results of `make` for items that are shared (see `isShared`); other items are computed each time. */
export function onceEachItem<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const remembered = onceEach(make);
  return (item) => (isShared(item) ? remembered(item) : make(item));
}

/** Caches the result of `make` for each object. */
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
