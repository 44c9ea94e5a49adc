import { TriangleAlert } from 'lucide-react';
import type { DiffFile } from '../diff/service-diffs.ts';

/** Says that a file of the list has conflicts, and how many where that is known. */
export function ConflictMark({ file }: { file: DiffFile }) {
  const count = file.look?.conflicts;
  return (
    <span className="flex items-center gap-1 text-xs font-semibold text-danger">
      <TriangleAlert aria-hidden size={13} />
      {count === undefined ? 'conflicts' : `${count} ${count === 1 ? 'conflict' : 'conflicts'}`}
    </span>
  );
}
