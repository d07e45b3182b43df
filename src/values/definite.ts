/** An object type whose members that may be undefined are optional instead. */
type Definite<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the object without its undefined members. An own `__proto__` remains an own member. */
export const definite = <T extends object>(members: T): Definite<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Definite<T>;
