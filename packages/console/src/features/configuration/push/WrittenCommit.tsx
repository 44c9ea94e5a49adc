import type { PushTarget } from '@atrium/contract/configuration/push-preview';
import { formatQuantity } from '../../../lib/format.ts';
import { MergeElsewhere } from './MergeElsewhere.tsx';
import { mergeRequestPage } from './merge-request-page.ts';

interface WrittenCommitProps {
  target: PushTarget;
  commitSha: string;
  fileCount: number;
  gitUrl: string;
}

/** The commit that the push wrote, with a link to ask for its merge. */
export function WrittenCommit({ target, commitSha, fileCount, gitUrl }: WrittenCommitProps) {
  const { branch, isNewBranch, defaultBranch } = target;
  // Nothing can be merged from the default branch into itself.
  const isToMerge = branch !== defaultBranch && defaultBranch !== null;
  const page = isToMerge ? mergeRequestPage(gitUrl, branch) : undefined;
  const what = fileCount === 0 ? 'No files changed' : `${formatQuantity(fileCount, 'file')} pushed`;
  return (
    <>
      <p>
        {what} {fileCount === 0 ? 'on' : 'to'} {isNewBranch && 'the new branch '}
        <span className="font-semibold break-all">{branch}</span>. Commit{' '}
        <code className="font-mono">{commitSha.slice(0, 10)}</code>
      </p>
      {page && (
        <p className="mt-1">
          <a className="link" href={page.url} target="_blank" rel="noreferrer">
            {page.label}
          </a>
        </p>
      )}
      {isToMerge && !page && <MergeElsewhere gitUrl={gitUrl} branch={branch} into={defaultBranch} />}
    </>
  );
}
