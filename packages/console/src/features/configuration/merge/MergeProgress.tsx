interface MergeProgressProps {
  mergedCount: number;
  /** Files that can be merged by hand. */
  count: number;
}

/** How many files are merged by hand; nothing where none can be. */
export function MergeProgress({ mergedCount, count }: MergeProgressProps) {
  if (count === 0) return null;
  return (
    <>
      <p>
        {mergedCount} of {count} merged
      </p>
      <progress
        aria-label="Merged files"
        className="h-1.5 w-24 accent-accent max-md:hidden xl:w-full"
        value={mergedCount}
        max={count}
      />
    </>
  );
}
