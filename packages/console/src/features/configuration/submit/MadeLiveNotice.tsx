import type { Pull } from '@atrium/contract/configuration/pull';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PullSessionHandle, usePullSession } from '../decisions/pull-session.ts';
import { pullQuery } from '../files/pull.queries.ts';
import { SubmittedNotice } from './SubmittedNotice.tsx';
import { useServiceSubmit } from './service-submit.ts';

/** Shows the submitted version of a pull, with an undo, on the page of its tests. */
export function MadeLiveNotice({ uuid }: { uuid: string }) {
  const pull = useQuery(pullQuery(uuid));
  const sessionHandle = usePullSession(uuid);
  // The pull is refetched right after a submit; the cached one lacks the live version.
  const [isRead, setRead] = useState(false);
  if (!isRead && pull.data && !pull.isFetching) setRead(true);
  if (!isRead || !pull.data || !sessionHandle.isLoaded) return null;
  return <Notices pull={pull.data} sessionHandle={sessionHandle} />;
}

function Notices({ pull, sessionHandle }: { pull: Pull; sessionHandle: PullSessionHandle }) {
  const submit = useServiceSubmit(pull, sessionHandle);
  const submitted = Object.values(submit.states).flatMap(({ submitted: made }) => made ?? []);
  const confirmed = new Map(
    pull.services.map(({ serviceId, confirmedVersion }) => [serviceId, confirmedVersion]),
  );
  return (
    <div className="mb-4 grid gap-2 empty:hidden">
      <SubmittedNotice
        submitted={submitted}
        onUndone={({ serviceId }) => submit.undone(serviceId)}
        isReturned={({ serviceId, version }) => confirmed.get(serviceId) !== version}
      />
    </div>
  );
}
