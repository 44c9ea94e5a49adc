import { getAutomation } from '@atrium/contract/connections/automation';
import type { ConnectionState, GitState, ServiceGitState } from '@atrium/contract/connections/git-state';
import { listConnectionStates } from '@atrium/contract/connections/git-state';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { onLiveEvent } from '../../../api/live-events.ts';
import { readAgain } from '../../../api/read-again.ts';
import { formatQuantity } from '../../../lib/format.ts';

/** For changes whose live event was missed. */
const READ_EVERY_MS = 15_000;

/** The services against each connected repository; read again while a page shows them. */
const gitStatesQuery = () =>
  queryOptions({
    ...endpointQuery(listConnectionStates, {}),
    refetchInterval: READ_EVERY_MS,
    refetchOnMount: 'always',
  });

/** Returns the states, refetched upon live events of connections. */
export function useGitStates() {
  const client = useQueryClient();
  useEffect(
    () =>
      onLiveEvent(({ type }) => {
        if (type === 'connection') void readAgain(client, [listConnectionStates, getAutomation]);
      }),
    [client],
  );
  return useQuery(gitStatesQuery());
}

type Tone = 'ok' | 'warn' | 'neutral';

export const toneOf = (state: GitState): Tone => TONES[state];

const TONES: Record<GitState, Tone> = {
  IN_SYNC: 'ok',
  AHEAD: 'warn',
  BEHIND: 'warn',
  BOTH: 'warn',
};

/** `Behind 2`, in words of the commits that are missing here and the files that are missing there. */
export function stateWords(state: ConnectionState): { text: string; tone: Tone } {
  const { state: all, problem, isEmpty, commitCount, services } = state;
  if (isEmpty) return { text: 'Empty', tone: 'neutral' };
  if (problem !== null) return { text: 'Unknown', tone: 'warn' };
  if (all === null) return { text: 'Not read yet', tone: 'neutral' };
  const behind = commitCount || sum(services, ({ filesBehind }) => filesBehind);
  const ahead = sum(services, ({ versions }) => versions.length);
  return { text: wordsOf(all, ahead, behind), tone: TONES[all] };
}

/** The same for one service, in files. */
export const serviceStateWords = ({
  state,
  filesAhead,
  filesBehind,
  isFolderMissing,
}: ServiceGitState): string =>
  isFolderMissing
    ? 'Its folder is missing in git'
    : state === 'IN_SYNC'
      ? 'In sync'
      : [
          filesAhead > 0 && `${formatQuantity(filesAhead, 'file')} to push`,
          filesBehind > 0 && `${formatQuantity(filesBehind, 'file')} to pull`,
        ]
          .filter(Boolean)
          .join(', ');

function wordsOf(state: GitState, ahead: number, behind: number): string {
  switch (state) {
    case 'IN_SYNC':
      return 'In sync';
    case 'AHEAD':
      return `Ahead ${ahead}`;
    case 'BEHIND':
      return `Behind ${behind}`;
    case 'BOTH':
      return `Ahead ${ahead}, behind ${behind}`;
  }
}

const sum = (services: readonly ServiceGitState[], countOf: (service: ServiceGitState) => number) =>
  services.reduce((total, service) => total + countOf(service), 0);

export const isBehind = ({ state }: Pick<ConnectionState, 'state'>) => state === 'BEHIND' || state === 'BOTH';
export const isAhead = ({ state }: Pick<ConnectionState, 'state'>) => state === 'AHEAD' || state === 'BOTH';
