import type { Connection } from '@atrium/contract/connections/connections';
import type { ConnectionState } from '@atrium/contract/connections/git-state';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { connectionsQuery } from './connections.queries.ts';
import { isBehind, stateWords, useGitStates } from './git-states.ts';

interface ConnectionNoticesProps {
  /** Button that pulls at once; passed in, because the pull's modules import this folder. */
  Pull?: ComponentType<{ connection: Connection; label: string }> | undefined;
}

/** Notices about prepared pulls, commits that are missing here, and changes that could not be pushed. */
export function ConnectionNotices({ Pull }: ConnectionNoticesProps) {
  const states = useGitStates().data?.connections ?? [];
  const connections = useQuery(connectionsQuery()).data?.connections ?? [];
  const shown = states.filter(
    (state) => state.prepared !== null || state.refusals.length > 0 || isBehind(state),
  );
  if (shown.length === 0) return null;
  return (
    <div className="mb-5 flex flex-col gap-3">
      {shown.map((state) => (
        <Notice
          key={state.connectionId}
          state={state}
          connection={connections.find(({ id }) => id === state.connectionId)}
          Pull={Pull}
        />
      ))}
    </div>
  );
}

interface NoticeProps extends ConnectionNoticesProps {
  state: ConnectionState;
  connection: Connection | undefined;
}

function Notice({ state, connection, Pull }: NoticeProps) {
  const { prepared, refusals, connectionId } = state;
  const name = connection?.name ?? 'A repository';
  const [refusal] = refusals;
  if (prepared === null && refusal !== undefined) {
    return (
      <Alert
        kind="warning"
        title={`${name}: ${refusal.serviceName ?? 'Changes made here'} could not be pushed`}
        actions={
          Pull &&
          connection &&
          isBehind(state) && <Pull connection={connection} label={`Pull from ${name}`} />
        }
      >
        {refusal.message}{' '}
        <AppLink className="link" href={paths.changes('connections', { connection: connectionId })}>
          Show the connection
        </AppLink>
      </Alert>
    );
  }
  if (prepared === null) {
    return (
      <Alert
        kind="note"
        title={`${name}: ${stateWords(state).text}`}
        actions={Pull && connection && <Pull connection={connection} label={`Pull from ${name}`} />}
      >
        <AppLink className="link" href={paths.changes('connections', { connection: connectionId })}>
          Show the commits
        </AppLink>
      </Alert>
    );
  }
  const href = paths.gitPull({ uuid: prepared.pullId, step: 'diff', by: 'side' });
  return (
    <Alert
      kind="note"
      title={`${name}: a push is prepared`}
      actions={
        <AppLink className={buttonClass('secondary', 'small')} href={href}>
          Review
        </AppLink>
      }
    >
      {prepared.detail}
    </Alert>
  );
}
