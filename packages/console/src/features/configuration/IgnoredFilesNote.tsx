import { type IgnoredFiles, ignoredReasonText } from '@atrium/contract/configuration/manifest';
import { Collapsible } from '../../ui/Collapsible.tsx';

/** What the pull left out, and why. */
export function IgnoredFilesNote({ ignored }: { ignored: readonly IgnoredFiles[] }) {
  const total = ignored.reduce((sum, { count }) => sum + count, 0);
  const isMore = ignored.some((each) => each.isMore);
  if (total === 0) return null;
  return (
    <Collapsible
      className="rounded-control border border-line bg-surface px-3 py-1"
      title={`${countText(total, isMore)} ${total === 1 ? 'file is' : 'files are'} left out`}
    >
      <ul className="mb-2 ml-8 list-disc text-sm">
        {ignored.map(({ reason, count, isMore: hasMore, examples }) => (
          <li key={reason}>
            {countText(count, hasMore)} {ignoredReasonText[reason]}
            {examples.length > 0 && (
              <span className="text-ink-soft">
                {' '}
                (<span className="break-all">{examples.join(', ')}</span>
                {count > examples.length ? ', …' : ''})
              </span>
            )}
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}

function countText(count: number, isMore = false): string {
  return `${isMore ? 'More than ' : ''}${count.toLocaleString('en')}`;
}
