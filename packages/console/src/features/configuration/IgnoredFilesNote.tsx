import { type IgnoredFiles, ignoredReasonText } from '@atrium/contract/configuration/manifest';
import { Collapsible } from '../../ui/Collapsible.tsx';

/** What the pull left out, and why. */
export function IgnoredFilesNote({ ignored }: { ignored: readonly IgnoredFiles[] }) {
  const total = ignored.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <Collapsible
      className="rounded-control border border-line bg-surface px-3 py-1"
      title={`${total.toLocaleString('en')} ${total === 1 ? 'file is' : 'files are'} left out`}
    >
      <ul className="mb-2 ml-8 list-disc text-sm">
        {ignored.map(({ reason, count, examples }) => (
          <li key={reason}>
            {count.toLocaleString('en')} {ignoredReasonText[reason]}
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
