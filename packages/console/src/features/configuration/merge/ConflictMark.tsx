import { Check, TriangleAlert } from 'lucide-react';

/** Says that a file of the list has conflicts, and how many are open where that is known. */
export function ConflictMark({ count }: { count: number | undefined }) {
  const isDecided = count === 0;
  const Icon = isDecided ? Check : TriangleAlert;
  return (
    <span
      className={`flex items-center gap-1 text-xs font-semibold ${isDecided ? 'text-ok' : 'text-danger'}`}
    >
      <Icon aria-hidden size={13} />
      {isDecided
        ? 'all conflicts decided'
        : count === undefined
          ? 'conflicts'
          : `${count} ${count === 1 ? 'conflict' : 'conflicts'}`}
    </span>
  );
}
