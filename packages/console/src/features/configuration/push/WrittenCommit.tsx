import type { PushTarget } from '@atrium/contract/configuration/push-preview';
import { formatQuantity } from '../../../lib/format.ts';
import { TextToKeep } from '../../../ui/TextToKeep.tsx';
import { mergeRequestPage, plainRepositoryUrl } from './merge-request-page.ts';

interface WrittenCommitProps {
  target: PushTarget;
  commitSha: string;
  fileCount: number;
  gitUrl: string;
}

/** The commit that the push wrote, with a link to ask for its merge. */
export function WrittenCommit({ target, commitSha, fileCount, gitUrl }: WrittenCommitProps) {
  const { branch, isNewBranch, defaultBranch } = target;
  // The default branch can't be merged into itself.
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

interface MergeElsewhereProps {
  gitUrl: string;
  branch: string;
  /** The default branch. */
  into: string;
}

/** Branch details for a merge request on an unknown git host. */
function MergeElsewhere({ gitUrl, branch, into }: MergeElsewhereProps) {
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
      <p>
        To merge it into <span className="font-semibold break-all">{into}</span>, open a pull or merge request
        for this branch on your git host:
      </p>
      <TextToKeep label="Repository" text={plainRepositoryUrl(gitUrl)} />
      <TextToKeep label="Branch" text={branch} />
    </div>
  );
}
