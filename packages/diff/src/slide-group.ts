/** A run of touched elements between two untouched ones; empty where two untouched ones are adjacent. */
interface Group {
  start: number;
  end: number;
}

/** Slides a group of changed lines to where git would show it. */
export function settleGroup(
  ids: Uint32Array,
  own: Uint8Array,
  other: Uint8Array,
  group: Group,
  twin: Group,
): void {
  let size: number;
  let earliestEnd: number;
  let endAtTwin: number;
  // Sliding may swallow a neighbouring group; then the longer group is tried again from the top.
  do {
    size = group.end - group.start;
    while (slideUp(ids, own, group)) movePrevious(other, twin);
    earliestEnd = group.end;
    endAtTwin = twin.end > twin.start ? group.end : -1;
    while (slideDown(ids, own, group)) {
      moveNext(other, twin);
      if (twin.end > twin.start) endAtTwin = group.end;
    }
  } while (size !== group.end - group.start);
  if (group.end === earliestEnd || endAtTwin < 0) return;
  while (twin.end === twin.start && slideUp(ids, own, group)) movePrevious(other, twin);
}

/** Returns the first group, which is empty where the text begins unchanged. */
export function firstGroup(flags: Uint8Array): Group {
  const group = { start: 0, end: 0 };
  while (flags[group.end]) group.end++;
  return group;
}

/** Moves on to the next group; false behind the last one. */
export function moveNext(flags: Uint8Array, group: Group): boolean {
  if (group.end >= flags.length) return false;
  group.start = group.end + 1;
  group.end = group.start;
  while (flags[group.end]) group.end++;
  return true;
}

function movePrevious(flags: Uint8Array, group: Group): boolean {
  if (group.start === 0) return false;
  group.end = group.start - 1;
  group.start = group.end;
  while (group.start > 0 && flags[group.start - 1]) group.start--;
  return true;
}

function slideUp(ids: Uint32Array, flags: Uint8Array, group: Group): boolean {
  if (group.start === 0 || ids[group.start - 1] !== ids[group.end - 1]) return false;
  flags[--group.start] = 1;
  flags[--group.end] = 0;
  while (group.start > 0 && flags[group.start - 1]) group.start--;
  return true;
}

function slideDown(ids: Uint32Array, flags: Uint8Array, group: Group): boolean {
  if (group.end >= ids.length || ids[group.start] !== ids[group.end]) return false;
  flags[group.start++] = 0;
  flags[group.end++] = 1;
  while (flags[group.end]) group.end++;
  return true;
}
