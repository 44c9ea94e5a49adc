import type { PushPreview } from '@atrium/contract/configuration/push-preview';
import { formatQuantity } from '../../../lib/format.ts';

/** Where a push would go, and on top of which commit. */
export function PreviewTarget({ preview, fileCount }: { preview: PushPreview; fileCount: number }) {
  const { branch, isNewBranch, defaultBranch, parent, isParentExchanged } = preview;
  const start = isParentExchanged
    ? 'the commit last exchanged'
    : `the newest commit of ${defaultBranch ?? 'the repository'}`;
  return (
    <p>
      {fileCount === 0 ? 'No files will change on' : `${formatQuantity(fileCount, 'file')} will be pushed to`}{' '}
      {isNewBranch && 'the new branch '}
      <span className="font-semibold break-all">{branch}</span>
      {parent !== null && (
        <>
          {isNewBranch ? `, which starts from ${start}, ` : ', on top of commit '}
          <code className="font-mono">{parent.slice(0, 10)}</code>
        </>
      )}
      .
    </p>
  );
}
