import type { IgnoredFiles } from '@atrium/contract/configuration/ignored-files';
import { ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import { useState } from 'react';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** Number of files listed with a reason before "Show all" is pressed. */
const MAX_SHOWN = 5;

/** Number of files listed with a reason before "Show all". */
const MAX_NAMED = 3;

const noteClass = 'rounded-control border border-line bg-surface px-3 py-1';

/** Files that the pull ignored, with reasons. */
export function IgnoredFilesNote({ ignored }: { ignored: readonly IgnoredFiles[] }) {
  const total = ignored.reduce((sum, { count }) => sum + count, 0);
  const isMore = ignored.some((each) => each.isMore);
  if (total === 0) return null;
  const named = ignored.flatMap(({ examples }) => examples).length;
  const isEachNamed = named === total && total <= MAX_NAMED && !isMore;
  const note = (
    <>
      {countText(total, isMore)} {total === 1 ? 'file was' : 'files were'} skipped:{' '}
      <span className="font-normal wrap-anywhere">
        {ignored.map((files) => reasonOf(files, isEachNamed, ignored.length === 1)).join('; ')}
      </span>
    </>
  );
  if (isEachNamed) return <p className={classNames(noteClass, 'py-2 font-semibold')}>{note}</p>;
  return (
    <Collapsible className={noteClass} title={note}>
      <ul className="mb-2 ml-8 list-disc text-sm">
        {ignored.map((files) => (
          <IgnoredReasonItem key={files.reason} files={files} />
        ))}
      </ul>
    </Collapsible>
  );
}

/** `README.md, outside the folders of your services`; of many files, how many there are, unless it is the only reason. */
function reasonOf({ reason, count, isMore, examples }: IgnoredFiles, isEachNamed: boolean, isOnly: boolean) {
  const text = ignoredReasonText[reason];
  if (isEachNamed) return `${examples.join(', ')}, ${text}`;
  return isOnly ? text : `${countText(count, isMore)} ${text}`;
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
