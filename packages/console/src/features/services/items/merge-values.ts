/** Result of merging two users' changes of the same fields. */
export interface MergedValues<Values> {
  values: Values;
  /** Fields that only the others changed: theirs are taken over. */
  taken: (keyof Values & string)[];
  /** Fields that both sides changed to different values: the own ones are kept. */
  disputed: (keyof Values & string)[];
}

/** Merges field by field; `base` is the common ancestor. */
export function mergeValues<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
): MergedValues<Values> {
  const merged: MergedValues<Values> = { values: { ...mine }, taken: [], disputed: [] };
  for (const key of Object.keys(mine) as (keyof Values & string)[]) {
    if (isSame(theirs[key], base[key]) || isSame(theirs[key], mine[key])) continue;
    if (isSame(mine[key], base[key])) {
      merged.values[key] = theirs[key];
      merged.taken.push(key);
    } else merged.disputed.push(key);
  }
  return merged;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
