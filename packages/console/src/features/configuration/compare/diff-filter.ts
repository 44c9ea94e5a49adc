import type { ChangedSide } from '@atrium/contract/configuration/changed-side';
import type { DiffType } from '@atrium/contract/configuration/diff-file';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { lastResultOf } from '../../../lib/last-result.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import type { FileRow } from '../decisions/metadata-pairs.ts';
import { changedSideLabels, diffTypeLabels } from '../files/labels.ts';

/** Filters of the list. `OPEN` keeps the undecided files of the last jump. */
export type Chip = ChangedSide | Exclude<DiffType, 'NO_CHANGE'> | 'CONFLICT' | 'OPEN';

export const chipLabels: Record<Chip, string> = {
  ...changedSideLabels,
  NEW: diffTypeLabels.NEW,
  DELETED: diffTypeLabels.DELETED,
  CHANGED: diffTypeLabels.CHANGED,
  MOVED: diffTypeLabels.MOVED,
  CONFLICT: 'Conflict',
  OPEN: 'To be decided',
};

/** Chips above the list. */
export const sideChips: readonly Chip[] = ['HERE', 'GIT', 'BOTH', 'UNKNOWN', 'CONFLICT', 'OPEN'];

/** Filters in the menu beside the chips. */
export const typeChips: readonly Chip[] = ['NEW', 'DELETED', 'CHANGED', 'MOVED'];

/** Filters of one group widen the list, those of different groups narrow it. */
const groups: readonly (readonly Chip[])[] = [
  ['HERE', 'GIT', 'BOTH', 'UNKNOWN'],
  typeChips,
  ['CONFLICT'],
  ['OPEN'],
];
/** Whether the sides' changes conflict, if known. */
const isConflict = ({ merge }: DiffFile): boolean => merge === 'CONFLICT';

function hasChip(file: DiffFile, chip: Chip, open: ReadonlySet<string>): boolean {
  if (chip === 'OPEN') return open.has(filePathOf(file));
  if (chip === 'CONFLICT') return isConflict(file);
  return file.side === chip || file.type === chip;
}

/** Cached, because rendering must not iterate over thousands of files each time. */
const countsIn = lastResultOf(countIn);

/** Counts the files that each chip would show, over all services. `openCount` is the count of `OPEN`. */
export function countChips(
  services: readonly (readonly DiffFile[])[],
  openCount: number,
): ReadonlyMap<Chip, number> {
  const sum = new Map<Chip, number>();
  for (const changed of services) {
    for (const [chip, count] of countsIn(changed)) sum.set(chip, (sum.get(chip) ?? 0) + count);
  }
  if (openCount > 0) sum.set('OPEN', openCount);
  return sum;
}

function countIn(files: readonly DiffFile[]): ReadonlyMap<Chip, number> {
  const counts = new Map<Chip, number>();
  const count = (chip: Chip) => counts.set(chip, (counts.get(chip) ?? 0) + 1);
  for (const file of files) {
    if (file.type !== 'NO_CHANGE') count(file.type);
    if (file.side) count(file.side);
    if (isConflict(file)) count('CONFLICT');
  }
  return counts;
}

/** Finds the rows of a service that have the chips, or whose hidden metadata has them; `open` are paths of that service. */
export function chipFilter(
  chosen: ReadonlySet<Chip>,
  open: ReadonlySet<string>,
): (row: FileRow<DiffFile>) => boolean {
  const asked = groups
    .map((group) => group.filter((chip) => chosen.has(chip)))
    .filter(({ length }) => length);
  const matches = (file: DiffFile) => asked.every((group) => group.some((chip) => hasChip(file, chip, open)));
  return ({ file, metadata }) => matches(file) || (metadata !== undefined && matches(metadata));
}
