import type { PushTarget } from '@atrium/contract/configuration/push-preview';
import type { Connection } from '@atrium/contract/connections/connections';
import { formatQuantity } from '../../../lib/format.ts';
import { TextToKeep } from '../../../ui/TextToKeep.tsx';
import { mergeRequestPage, plainRepositoryUrl } from '../connections/merge-request-page.ts';
import { OpenRequest } from './OpenRequest.tsx';

interface WrittenCommitProps {
  target: PushTarget;
  commitSha: string;
  fileCount: number;
  gitUrl: string;
  /** Undefined for a repository whose address was typed. */
  connection?: Connection | undefined;
  commitMessage?: string | undefined;
}

/** The commit that the push wrote, with a link to ask for its merge. */
export function WrittenCommit({
  target,
  commitSha,
  fileCount,
  gitUrl,
  connection,
  commitMessage,
}: WrittenCommitProps) {
  const { branch, isNewBranch } = target;
  const into = connection?.defaultBranch ?? target.defaultBranch;
  // The target branch can't be merged into itself.
  const isToMerge = branch !== into && into !== null;
  const page = isToMerge ? mergeRequestPage(gitUrl, branch) : undefined;
  const elsewhere = page ? (
    <p className="mt-1">
      <a className="link" href={page.url} target="_blank" rel="noreferrer">
        {page.label}
      </a>
    </p>
  ) : (
    isToMerge && <MergeElsewhere gitUrl={gitUrl} branch={branch} into={into} />
  );
  const what = fileCount === 0 ? 'No files changed' : `${formatQuantity(fileCount, 'file')} pushed`;
  return (
    <>
      <p>
        {what} {fileCount === 0 ? 'on' : 'to'} {isNewBranch && 'the new branch '}
        <span className="font-semibold wrap-anywhere">{branch}</span>. Commit{' '}
        <code className="font-mono">{commitSha.slice(0, 10)}</code>
      </p>
      {isToMerge &&
        (connection !== undefined && connection.kind !== 'key' ? (
          <OpenRequest
            connectionId={connection.id}
            branch={branch}
            commitMessage={commitMessage}
            elsewhere={elsewhere}
          />
        ) : (
          elsewhere
        ))}
    </>
  );
}

interface MergeElsewhereProps {
  gitUrl: string;
  branch: string;
  into: string;
}

/** Branch details for a merge request on an unknown git host. */
function MergeElsewhere({ gitUrl, branch, into }: MergeElsewhereProps) {
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
      <p>
        To merge it into <span className="font-semibold wrap-anywhere">{into}</span>, open a pull or merge
        request for this branch on your git host:
      </p>
      <TextToKeep label="Repository" text={plainRepositoryUrl(gitUrl)} />
      <TextToKeep label="Branch" text={branch} />
    </div>
  );
}
