import type { IgnoredFiles } from '@atrium/contract/configuration/ignored-files';
import { ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import { useState } from 'react';
import { Collapsible } from '../../../ui/Collapsible.tsx';

/** Names shown with a reason before the user asks for all of them. */
const MAX_SHOWN = 5;

/** What the pull left out, and why. */
export function IgnoredFilesNote({ ignored }: { ignored: readonly IgnoredFiles[] }) {
  const total = ignored.reduce((sum, { count }) => sum + count, 0);
  const isMore = ignored.some((each) => each.isMore);
  if (total === 0) return null;
  return (
    <Collapsible
      className="rounded-control border border-line bg-surface px-3 py-1"
      title={`${countText(total, isMore)} ${total === 1 ? 'file was' : 'files were'} skipped`}
    >
      <ul className="mb-2 ml-8 list-disc text-sm">
        {ignored.map((files) => (
          <IgnoredReasonItem key={files.reason} files={files} />
        ))}
      </ul>
    </Collapsible>
  );
}

function countText(count: number, isMore = false): string {
  return `${isMore ? 'More than ' : ''}${count.toLocaleString('en')}`;
}

function IgnoredReasonItem({ files: { reason, count, isMore, examples } }: { files: IgnoredFiles }) {
  const [isAllShown, setAllShown] = useState(false);
  const shown = isAllShown ? examples : examples.slice(0, MAX_SHOWN);
  const hidden = examples.length - shown.length;
  return (
    <li>
      {countText(count, isMore)} {ignoredReasonText[reason]}
      {shown.length > 0 && (
        <span className="text-ink-soft">
          {' '}
          (<span className="break-all">{shown.join(', ')}</span>
          {count > shown.length ? ', …' : ''})
        </span>
      )}
      {hidden > 0 && (
        <>
          {' '}
          <button type="button" className="link" onClick={() => setAllShown(true)}>
            Show {hidden.toLocaleString('en')} more
          </button>
        </>
      )}
    </li>
  );
}
