import type { Pull } from '@atrium/contract/configuration/pull';
import { getReturnDraft } from '@atrium/contract/test-runs/submit-return';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import type { Choices } from '../decisions/diff-choices.ts';
import type { PullSessionHandle } from '../decisions/pull-session.ts';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';

/** Restores the choices of a reverted submit, once. `runId` is the run in which a test failed. */
export function useReturnedDraft(
  runId: string | undefined,
  pull: Pull | undefined,
  { isLoaded, dispatch }: PullSessionHandle,
  onTaken: () => void,
) {
  const client = useQueryClient();
  const [taken, setTaken] = useState<string | undefined>();
  const tellTaken = useEffectEvent(onTaken);
  const isWanted = runId !== undefined && taken !== runId;
  const draft = useQuery({
    ...endpointQuery(getReturnDraft, { params: { runId: runId ?? '' } }),
    enabled: isWanted,
  });
  useEffect(() => {
    if (!isWanted || !isLoaded || draft.data === undefined || pull === undefined) return undefined;
    const choices = JSON.parse(draft.data.choices) as Choices;
    let isCurrent = true;
    const take = async () => {
      // The submitted version is no longer live.
      await readAfterNewVersion(
        client,
        pull.services.map(({ serviceId }) => serviceId),
      );
      if (!isCurrent) return;
      dispatch({ type: 'choice', action: { type: 'restore', choices } });
      setTaken(runId);
      tellTaken();
    };
    void take();
    return () => {
      isCurrent = false;
    };
  }, [isWanted, isLoaded, draft.data, pull, dispatch, client, runId]);
  return {
    isLoading: isWanted && !draft.isError,
    error: isWanted ? draft.error : null,
    onRetry: () => void draft.refetch(),
  };
}
