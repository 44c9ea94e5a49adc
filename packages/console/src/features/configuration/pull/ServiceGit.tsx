import { push } from '@atrium/contract/configuration/push';
import type { Connection } from '@atrium/contract/connections/connections';
import type { ConnectionState } from '@atrium/contract/connections/git-state';
import type { Service } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { connectionsQuery } from '../connections/connections.queries.ts';
import { isAhead, isBehind, serviceStateWords, toneOf, useGitStates } from '../connections/git-states.ts';
import { PullButton } from './PullButton.tsx';

/** Whether a repository is connected; false until it is known. */
export function useIsConnected(isEnabled: boolean): boolean {
  const { data } = useQuery({ ...connectionsQuery(), enabled: isEnabled });
  return (data?.connections.length ?? 0) > 0;
}

/** State of a service against each connected repository, with a button for each direction that is needed. */
export function ServiceGit({ service }: { service: Service }) {
  const connections = useQuery(connectionsQuery()).data?.connections ?? [];
  const states = useGitStates();
  if (states.error && !states.data) return <span className="text-ink-soft">Not known</span>;
  if (!states.data) return <span className="text-ink-soft">Loading …</span>;
  return (
    <ul className="flex flex-col gap-2">
      {connections.map((connection) => (
        <li key={connection.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {connections.length > 1 && <span className="wrap-anywhere">{connection.name}:</span>}
          <StateOfService
            connection={connection}
            service={service}
            state={states.data.connections.find(({ connectionId }) => connectionId === connection.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface StateOfServiceProps {
  connection: Connection;
  service: Service;
  state: ConnectionState | undefined;
}

function StateOfService({ connection, service, state }: StateOfServiceProps) {
  const found = state?.services.find(({ serviceId }) => serviceId === service.id);
  if (state?.problem != null && !state.isEmpty) {
    const since = state.unknownSince === null ? '' : ` since ${formatDateTime(state.unknownSince)}`;
    return <Badge tone="warn">{`Unknown${since}`}</Badge>;
  }
  if (found === undefined || state?.isEmpty) {
    if (state?.commitSha == null && !state?.isEmpty)
      return <span className="text-ink-soft">Not read yet</span>;
    return (
      <>
        <span className="text-ink-soft">Not in git</span>
        <PushButton connection={connection} serviceName={service.name} />
      </>
    );
  }
  return (
    <>
      <Badge tone={toneOf(found.state)}>{serviceStateWords(found)}</Badge>
      {isBehind(found) && !found.isFolderMissing && (
        <PullButton connection={connection} label={`Pull from ${connection.name}, for ${service.name}`} />
      )}
      {isAhead(found) && <PushButton connection={connection} serviceName={service.name} />}
    </>
  );
}

interface DirectionProps {
  connection: Connection;
  serviceName: string;
}

function PushButton({ connection: { id, name }, serviceName }: DirectionProps) {
  const navigate = useNavigate();
  return (
    <Button
      size="small"
      aria-label={`Push to ${name}, for ${serviceName}`}
      refusal={useRefusal(push)}
      onClick={() => void navigate({ href: paths.changes('push', { connection: id }) })}
    >
      Push
    </Button>
  );
}

/** Says below a list of services that no repository is connected, or that their states could not be loaded. */
export function ServiceGitNote() {
  const connections = useQuery(connectionsQuery());
  const states = useGitStates();
  const failed = [connections, states].find(({ error, data }) => error && !data);
  if (failed)
    return (
      <ErrorAlert
        error={failed.error}
        title="The state against git could not be loaded."
        onRetry={() => void failed.refetch()}
      />
    );
  if (connections.data?.connections.length !== 0) return null;
  return (
    <p className="text-sm text-ink-soft">
      No repository is connected.{' '}
      <AppLink className="link" href={paths.changes('connections')}>
        Connections
      </AppLink>
    </p>
  );
}
