import { REQUIRED_FIELDS_MESSAGE } from '@atrium/contract/configuration/messages';
import { DEFAULT_COMMIT_MESSAGE, type PushResult } from '@atrium/contract/configuration/push';
import { useMutation } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Table } from '../../../ui/Table.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { BranchFields } from '../BranchFields.tsx';
import { ConnectionFields } from '../ConnectionFields.tsx';
import { missingFields, toGitRequest, useConnectionDraft } from '../connection-draft.ts';
import { OperationProgress } from '../OperationProgress.tsx';
import { cancelPull } from '../pull.queries.ts';
import { pushConfiguration } from './import.queries.ts';

/** The push tab: writes the live configuration into a branch, never by force. */
export function PushForm() {
  const { draft, change, remember } = useConnectionDraft();
  const [missing, setMissing] = useState<ReturnType<typeof missingFields>>([]);
  const [operationId, setOperationId] = useState('');
  const push = useMutation({
    mutationFn: (progress: string) => pushConfiguration({ ...toGitRequest(draft), progress }, progress),
  });
  const results = push.data?.push ?? failedResults(push.error);

  const checkRequired = () => {
    const found = missingFields(draft);
    setMissing(found);
    return found.length === 0;
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (push.isPending || !checkRequired()) return;
    remember();
    const id = crypto.randomUUID();
    setOperationId(id);
    push.mutate(id);
  };

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {missing.length > 0 && <Alert kind="error">{REQUIRED_FIELDS_MESSAGE}</Alert>}
      <ConnectionFields
        draft={draft}
        missing={missing}
        isDisabled={push.isPending}
        onChange={(part) => {
          change(part);
          setMissing((before) => before.filter((field) => !(field in part)));
        }}
      />
      <TextArea
        label="Commit message"
        placeholder={DEFAULT_COMMIT_MESSAGE}
        rows={2}
        disabled={push.isPending}
        value={draft.commitMessage}
        onChange={(event) => change({ commitMessage: event.target.value })}
      />
      <BranchFields
        draft={draft}
        onChange={change}
        isDisabled={push.isPending}
        checkRequired={checkRequired}
        hasCommitSha={false}
      />
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
      <div>
        <Button type="submit" look="primary" isBusy={push.isPending} icon={<Upload aria-hidden size={18} />}>
          Push
        </Button>
      </div>
    </form>
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
