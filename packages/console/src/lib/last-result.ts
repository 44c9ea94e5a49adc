/**
 * Remembers the last result of a pure function for each first argument, as long as that argument exists. For results
 * that take too long to compute at every render, and of which there are too many for a `useMemo` each.
 */
export function lastResultOf<Key extends object, Rest extends readonly unknown[], Result>(
  compute: (key: Key, ...rest: Rest) => Result,
): (key: Key, ...rest: Rest) => Result {
  const known = new WeakMap<Key, { rest: Rest; result: Result }>();
  return (key, ...rest) => {
    const last = known.get(key);
    if (last && rest.every((value, index) => value === last.rest[index])) return last.result;
    const result = compute(key, ...rest);
    known.set(key, { rest, result });
    return result;
  };
}
