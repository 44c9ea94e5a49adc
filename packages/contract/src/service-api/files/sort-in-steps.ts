/** Number of elements sorted or merged without a pause: a fraction of a millisecond. */
const STEP = 250;

/**
 * Sorts as `toSorted` does, in steps: with a hundred thousand texts that takes as long as everything else would have to wait
 * for it.
 */
export function* sortInSteps<Each>(
  all: readonly Each[],
  compare: (a: Each, b: Each) => number,
): Generator<undefined, Each[]> {
  let runs: Each[][] = [];
  for (let start = 0; start < all.length; start += STEP) {
    runs.push(all.slice(start, start + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: Each[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      longer.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

/** Stable: of two equal elements, the one of the first list comes first. */
function* merge<Each>(
  first: readonly Each[],
  second: readonly Each[],
  compare: (a: Each, b: Each) => number,
): Generator<undefined, Each[]> {
  const merged: Each[] = [];
  for (let atFirst = 0, atSecond = 0; merged.length < first.length + second.length; ) {
    const [one, other] = [first[atFirst], second[atSecond]];
    if (other === undefined || (one !== undefined && compare(one, other) <= 0)) {
      merged.push(one as Each);
      atFirst += 1;
    } else {
      merged.push(other);
      atSecond += 1;
    }
    if (merged.length % STEP === 0) yield;
  }
  return merged;
}
