import type { CollectionIndex } from '@atrium/contract/service-api/functions/content';
import { Badge } from '../../../ui/Badge.tsx';

/** Indexes of a collection with their states. */
export function IndexStates({ indexes }: { indexes: readonly CollectionIndex[] }) {
  if (indexes.length === 0) return null;
  return (
    <ul aria-label="Indexes" className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      {indexes.map((index) => (
        <li key={index.field} className="flex items-center gap-1.5">
          <span>Index on {index.field}</span>
          <Badge tone={index.isReady ? 'ok' : 'note'}>{stateOf(index)}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** `Ready`, `Declared` or `Building 40 %`. */
function stateOf({ isReady, builtEntries, entries }: CollectionIndex): string {
  if (isReady) return 'Ready';
  if (builtEntries === 0) return 'Declared';
  return `Building ${Math.min(99, Math.floor((100 * builtEntries) / Math.max(entries ?? 0, 1)))} %`;
}
