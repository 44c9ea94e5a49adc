import type { FolderCounts } from './manifest-differences.ts';

/** Renders `+1 ~2 −3`, with a text for screen readers. */
export function FolderCountsText({ counts }: { counts: FolderCounts | undefined }) {
  if (counts === undefined) return null;
  const { added, changed, removed } = counts;
  return (
    <span className="flex shrink-0 gap-1.5 font-mono text-xs">
      <span className="sr-only">{`${added} new, ${changed} changed, ${removed} only live`}</span>
      {added > 0 && (
        <span aria-hidden className="text-ok">
          +{added}
        </span>
      )}
      {changed > 0 && (
        <span aria-hidden className="text-ink-soft">
          ~{changed}
        </span>
      )}
      {removed > 0 && (
        <span aria-hidden className="text-danger">
          −{removed}
        </span>
      )}
    </span>
  );
}
