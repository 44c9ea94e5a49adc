import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { getAutomation } from '@atrium/contract/connections/automation';
import type { Connection } from '@atrium/contract/connections/connections';
import {
  type ConnectionState,
  listConnectionStates,
  refreshConnection,
} from '@atrium/contract/connections/git-state';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatQuantity } from '../../../lib/format.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ConnectionAutomation } from '../connections/ConnectionAutomation.tsx';
import { ConnectAgain } from '../connections/ConnectWithApp.tsx';
import { placeOf } from '../connections/connections.queries.ts';
import { isAhead, isBehind, serviceStateWords, stateWords, useGitStates } from '../connections/git-states.ts';
import { OperationProgress } from '../live-change/OperationProgress.tsx';
import { usePullOperation } from './pull-operation.ts';

interface ConnectionDetailsDialogProps {
  connection: Connection;
  onClose: () => void;
}

/** State of the services against a connection, with buttons to pull and push, the automation and the latest events. */
export function ConnectionDetailsDialog({ connection, onClose }: ConnectionDetailsDialogProps) {
  const { id, name } = connection;
  const states = useGitStates();
  const state = states.data?.connections.find(({ connectionId }) => connectionId === id);
  const client = useQueryClient();
  const navigate = useNavigate();
  const operation = usePullOperation(
    ({ uuid }) => void navigate({ href: paths.gitPull({ uuid, step: 'diff', by: 'side' }) }),
  );
  const refreshing = useChange({
    mutationFn: () => call(refreshConnection, { params: { id } }),
    onSuccess: () => readAgain(client, [listConnectionStates, getAutomation]),
  });
  const refusals = {
    pull: useRefusal(pull),
    push: useRefusal(push),
    refresh: useRefusal(refreshConnection),
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name}
      description={<span className="wrap-anywhere">{placeOf(connection)}</span>}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            refusal={refusals.push}
            onClick={() => void navigate({ href: paths.changes('push', { connection: id }) })}
            variant={
              state && (state.isEmpty || (isAhead(state) && !isBehind(state))) ? 'primary' : 'secondary'
            }
          >
            Push
          </Button>
          <Button
            refusal={refusals.pull}
            isBusy={operation.isRunning}
            variant={state && isBehind(state) ? 'primary' : 'secondary'}
            onClick={() => operation.start({ connectionId: id })}
          >
            Pull
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {operation.error !== null && (
          <ErrorAlert error={operation.error} title="The repository could not be pulled." />
        )}
        {operation.isRunning && <OperationProgress id={operation.id} canceling={operation.canceling} />}
        {states.error && !states.data ? (
          <ErrorAlert
            error={states.error}
            title="The state could not be loaded."
            onRetry={() => void states.refetch()}
          />
        ) : state ? (
          <StateSection
            state={state}
            compare={
              <Button
                size="small"
                isBusy={refreshing.isPending}
                refusal={refusals.refresh}
                onClick={() => refreshing.mutate()}
              >
                Compare now
              </Button>
            }
          />
        ) : (
          <Skeleton lines={4} label="Loading the state" />
        )}
        {state?.unknownSince != null && connection.kind === 'app' && (
          <div>
            <ConnectAgain connection={connection} />
          </div>
        )}
        {refusals.refresh === undefined && (
          <ConnectionAutomation
            connectionId={id}
            gitUrl={connection.gitUrl}
            hasToken={connection.kind !== 'key'}
            owner={connection.createdBy}
            state={state}
          />
        )}
      </div>
      <ErrorDialog
        title="The repository could not be compared"
        error={refreshing.error}
        onClose={refreshing.reset}
      />
    </Dialog>
  );
}

function StateSection({ state, compare }: { state: ConnectionState; compare: ReactNode }) {
  const { problem, isEmpty, unknownSince, services, commits, commitCount, lookedOn, branch } = state;
  const { refusals, request } = state;
  const versions = services.flatMap((service) =>
    service.versions.map((version) => ({ ...version, serviceName: service.serviceName })),
  );
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{stateWords(state).text}</h3>
        {compare}
      </div>
      {isEmpty ? (
        <Alert kind="note" title="The repository is empty">
          A push makes its first commit, with the configuration of the services.
        </Alert>
      ) : (
        problem !== null && (
          <Alert
            kind="warning"
            title={`Unknown since ${unknownSince === null ? 'now' : formatDateTime(unknownSince)}`}
          >
            {problem}
          </Alert>
        )
      )}
      {refusals.map(({ serviceName, message }) => (
        <Alert
          key={`${serviceName} ${message}`}
          kind="warning"
          title={`${serviceName ?? 'Changes made here'}: not pushed`}
        >
          {message}
        </Alert>
      ))}
      {request !== null && (
        <p className="text-sm">
          Changes made here wait to be merged:{' '}
          <a
            className="link"
            href={request.url}
            target="_blank"
            rel="noreferrer"
          >{`request ${request.number}`}</a>
        </p>
      )}
      {lookedOn !== null && (
        <p className="text-sm text-ink-soft">{`${branch} was last read ${formatDateTime(lookedOn)}.`}</p>
      )}
      <ul className="text-sm empty:hidden">
        {services.map((service) => (
          <li key={service.serviceId}>
            {service.serviceName}: {serviceStateWords(service)}
          </li>
        ))}
      </ul>
      {commits.length > 0 && (
        <div>
          <h4 className="text-sm font-medium">Commits that are not here</h4>
          <ul className="text-sm">
            {commits.map(({ commitSha, message, author }) => (
              <li key={commitSha} className="wrap-anywhere">
                <code className="font-mono">{commitSha.slice(0, 10)}</code> {message}{' '}
                <span className="text-ink-soft">{author}</span>
              </li>
            ))}
            {commitCount !== null && commitCount > commits.length && (
              <li className="text-ink-soft">
                and {formatQuantity(commitCount - commits.length, 'more', 'more')}
              </li>
            )}
          </ul>
        </div>
      )}
      {versions.length > 0 && (
        <div>
          <h4 className="text-sm font-medium">Versions that are not in git</h4>
          <ul className="text-sm">
            {versions.map(({ serviceName, version, message, user }) => (
              <li key={`${serviceName} ${version}`} className="wrap-anywhere">
                {serviceName} {version}: {message} <span className="text-ink-soft">{user}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
