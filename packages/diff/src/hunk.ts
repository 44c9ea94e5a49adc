/** A run of elements (lines or tokens) of A that corresponds to a run of B. Half open, counted from 0. */
export interface Hunk {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Which elements of both sides are touched; the form in which hunks are slid. */
export interface ChangedFlags {
  readonly a: Uint8Array;
  readonly b: Uint8Array;
}

export function flagsOfHunks(hunks: readonly Hunk[], lengthA: number, lengthB: number): ChangedFlags {
  const flags = { a: new Uint8Array(lengthA), b: new Uint8Array(lengthB) };
  for (const hunk of hunks) {
    flags.a.fill(1, hunk.fromA, hunk.toA);
    flags.b.fill(1, hunk.fromB, hunk.toB);
  }
  return flags;
}

/** Elements without a flag correspond one to one; everything between two of them is one hunk. */
export function hunksOfFlags({ a, b }: ChangedFlags): Hunk[] {
  const hunks: Hunk[] = [];
  let posA = 0;
  let posB = 0;
  while (posA < a.length || posB < b.length) {
    if (!a[posA] && !b[posB] && posA < a.length && posB < b.length) {
      posA++;
      posB++;
      continue;
    }
    const fromA = posA;
    const fromB = posB;
    while (a[posA]) posA++;
    while (b[posB]) posB++;
    if (posA === fromA && posB === fromB) throw new Error('The hunks do not describe these two sides.');
    hunks.push({ fromA, toA: posA, fromB, toB: posB });
  }
  return hunks;
}
