import { ApiError } from '@atrium/contract/api-error';
import type { PushResult } from '@atrium/contract/configuration/push';
import type { PushTarget } from '@atrium/contract/configuration/push-preview';
import type { Connection } from '@atrium/contract/connections/connections';
import { PullLink } from '../../../layout/PullLink.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Table } from '../../../ui/Table.tsx';
import { NothingToPush } from './NothingToPush.tsx';
import { WrittenCommit } from './WrittenCommit.tsx';

interface PushOutcomeProps {
  results: readonly PushResult[];
  /** Absent for a failed push. */
  target: PushTarget | undefined;
  gitUrl: string;
  connection?: Connection | undefined;
  commitMessage?: string | undefined;
}

/** Result of a push: one sentence on success, else a table of the services. */
export function PushOutcome({ results, target, ...written }: PushOutcomeProps) {
  const pushed = results.find(({ commitSha }) => commitSha !== undefined);
  const fileCount = results.reduce((sum, result) => sum + (result.fileCount ?? 0), 0);
  const isWritten = fileCount > 0 || target?.isNewBranch;
  const summary = target && pushed?.commitSha && isWritten && (
    <WrittenCommit {...written} target={target} commitSha={pushed.commitSha} fileCount={fileCount} />
  );
  if (results.some(({ status }) => status === 'ERROR')) {
    return (
      <>
        <div role="status">
          <ResultTable results={results} />
        </div>
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

/** Result of the push per service. */
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
        {
          id: 'message',
          header: 'Message',
          isLong: true,
          cell: ({ error }) => (
            <>
              {error?.localizedMessage}
              {error?.needsPull && (
                <div className="mt-2">
                  <PullLink />
                </div>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
