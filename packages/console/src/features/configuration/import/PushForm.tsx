import type { GitRequest } from '@atrium/contract/configuration/git-request';
import type { PushResult } from '@atrium/contract/configuration/push';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useChange } from '../../../api/use-change.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Table } from '../../../ui/Table.tsx';
import { ConnectionForm } from '../ConnectionForm.tsx';
import { OperationProgress } from '../OperationProgress.tsx';
import { cancelPull } from '../pull.queries.ts';
import { pushConfiguration } from './import.queries.ts';

/** The push tab: writes the live configuration into a branch, never by force. */
export function PushForm() {
  const [operationId, setOperationId] = useState('');
  const push = useChange({
    mutationFn: (request: GitRequest) => {
      const progress = crypto.randomUUID();
      setOperationId(progress);
      return pushConfiguration({ ...request, progress }, progress);
    },
  });
  const results = push.data?.push ?? failedResults(push.error);

  return (
    <ConnectionForm
      direction="push"
      isBusy={push.isPending}
      onSubmit={(request) => push.mutate(request)}
      submitLabel="Push"
      submitIcon={<Upload aria-hidden size={18} />}
    >
      {push.isPending && (
        <OperationProgress
          id={operationId}
          onCancel={() => void cancelPull(operationId).catch(() => undefined)}
        />
      )}
      {push.error && !results && (
        <ErrorAlert error={push.error} title="The configuration could not be pushed." />
      )}
      {results && <PushResults results={results} />}
    </ConnectionForm>
  );
}

/** An error can carry the results of the services too. */
function failedResults(error: unknown): readonly PushResult[] | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { push } = (error.body ?? {}) as { push?: unknown };
  return Array.isArray(push) ? (push as PushResult[]) : undefined;
}

function PushResults({ results }: { results: readonly PushResult[] }) {
  if (results.every(({ status }) => status === 'OK')) {
    const sha = results.find(({ commitSha }) => commitSha)?.commitSha;
    return (
      <Alert kind="success" title="Success">
        {sha && (
          <>
            Commit <code className="font-mono">{sha.slice(0, 10)}</code>
          </>
        )}
      </Alert>
    );
  }
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
