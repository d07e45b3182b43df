/** An object whose members that may be undefined may be absent instead. */
type Definite<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without the members that are undefined; an own `__proto__` stays an own member. */
export const definite = <T extends object>(members: T): Definite<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Definite<T>;
