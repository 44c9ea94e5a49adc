interface MergeProgressProps {
  decidedCount: number;
  /** Files with conflicts. */
  count: number;
}

/** Of how many files the conflicts are decided; nothing where none has any. */
export function MergeProgress({ decidedCount, count }: MergeProgressProps) {
  if (count === 0) return null;
  return (
    <>
      <p>
        {decidedCount} of {count} with conflicts decided
      </p>
      <progress
        aria-label="Files whose conflicts are decided"
        className="h-1.5 w-24 accent-accent max-md:hidden xl:w-full"
        value={decidedCount}
        max={count}
      />
    </>
  );
}
