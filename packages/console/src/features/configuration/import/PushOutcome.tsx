import type { PushResult, PushTarget } from '@atrium/contract/configuration/push';
import { ApiError } from '../../../api/api-error.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Table } from '../../../ui/Table.tsx';
import { mergeRequestPage } from './merge-request-page.ts';
import { NothingToPush } from './NothingToPush.tsx';
import { filesWord } from './PushPreviewPanel.tsx';

interface PushOutcomeProps {
  results: readonly PushResult[];
  /** Not known of a push that failed. */
  target: PushTarget | undefined;
  gitUrl: string;
}

/** What a push did: one sentence when all went well, else a table of the services. */
export function PushOutcome({ results, target, gitUrl }: PushOutcomeProps) {
  const pushed = results.find(({ commitSha }) => commitSha !== undefined);
  const fileCount = results.reduce((sum, result) => sum + (result.fileCount ?? 0), 0);
  const isWritten = fileCount > 0 || target?.isNewBranch;
  const summary = target && pushed?.commitSha && isWritten && (
    <WrittenCommit target={target} commitSha={pushed.commitSha} fileCount={fileCount} gitUrl={gitUrl} />
  );
  if (results.some(({ status }) => status === 'ERROR')) {
    return (
      <>
        <ResultTable results={results} />
        {summary && <Alert>{summary}</Alert>}
      </>
    );
  }
  if (target && !isWritten) return <NothingToPush branch={target.branch} commitSha={pushed?.commitSha} />;
  return (
    <Alert kind="success" title="Success">
      {summary}
    </Alert>
  );
}

/** An error can carry the results of the services too. */
export function failedResults(error: unknown): readonly PushResult[] | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { push } = (error.body ?? {}) as { push?: unknown };
  return Array.isArray(push) ? (push as PushResult[]) : undefined;
}

interface WrittenCommitProps {
  target: PushTarget;
  commitSha: string;
  fileCount: number;
  gitUrl: string;
}

function WrittenCommit({ target, commitSha, fileCount, gitUrl }: WrittenCommitProps) {
  const { branch, isNewBranch, defaultBranch } = target;
  // Nothing can be merged from the default branch into itself.
  const page =
    branch === defaultBranch || defaultBranch === null ? undefined : mergeRequestPage(gitUrl, branch);
  const what = fileCount === 0 ? 'No files changed' : `${filesWord(fileCount)} pushed`;
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
    </>
  );
}

function ResultTable({ results }: { results: readonly PushResult[] }) {
  return (
    <Table
      caption="Result for each service"
      rowKey={({ serviceId }) => serviceId}
      rows={results}
      columns={[
        { id: 'service', header: 'Service', isRowHeader: true, cell: ({ serviceName }) => serviceName },
        {
          id: 'status',
          header: 'Status',
          cell: ({ status }) => <Badge tone={status === 'OK' ? 'ok' : 'danger'}>{status}</Badge>,
        },
        { id: 'message', header: 'Message', cell: ({ error }) => error?.localizedMessage ?? '' },
      ]}
    />
  );
}
