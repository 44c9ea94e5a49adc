import type { EndpointRequest } from '@atrium/contract/endpoint';
import { type CandidateRun, getCandidateRun, testCandidate } from '@atrium/contract/test-runs/candidate';
import { isUnfinished } from '@atrium/contract/test-runs/status';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';

const POLL_MS = 1000;

export type CandidateChanges = EndpointRequest<typeof testCandidate>['body']['changes'];

interface Asked {
  contents: string;
  changes: CandidateChanges;
}

interface TestedContents {
  contents: string;
  runId: string;
}

interface CandidateOptions {
  /** Name under which the last run is kept, so that it is there again after a look at its results. */
  keptAs?: string;
  /** Serializes the contents that would become live. Equal texts are the same candidate. */
  contents: () => string;
  onError?: ((error: Error) => void) | undefined;
}

const candidateQuery = (runId: string) => endpointQuery(getCandidateRun, { params: { runId } });

/** Tests changes before they are live. The result is that of exactly these contents: another choice ends it. */
export function useCandidate({ keptAs = '', contents, onError }: CandidateOptions) {
  const client = useQueryClient();
  const keptKey = ['tested-candidate', keptAs];
  const [tested, setTested] = useState<TestedContents | null>(
    () => (keptAs !== '' && client.getQueryData<TestedContents>(keptKey)) || null,
  );
  const mayNotChange = useRefusal({ permission: 'configuration.write' });
  const mayNotTest = useRefusal(testCandidate);
  const start = useChange<CandidateRun, Asked>({
    mutationFn: ({ changes }) =>
      call(testCandidate, { body: { changes } }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: (run, asked) => {
      client.setQueryData(candidateQuery(run.runId).queryKey, run);
      const latest = { contents: asked.contents, runId: run.runId };
      setTested(latest);
      if (keptAs !== '') client.setQueryData(keptKey, latest);
    },
    ...(onError && { onError }),
  });
  // Written out only while there is something to compare it with.
  const now = tested || start.isError ? contents() : '';
  const runId = tested?.contents === now ? tested.runId : '';
  const run = useQuery({
    ...candidateQuery(runId),
    enabled: runId !== '',
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnfinished(state.data.status) ? POLL_MS : false,
  }).data;
  return {
    run: runId === '' ? undefined : run,
    isBusy: start.isPending || (runId !== '' && run !== undefined && isUnfinished(run.status)),
    error: start.isError && start.variables?.contents === now ? start.error : null,
    refusal: mayNotChange ?? mayNotTest,
    test: (changes: CandidateChanges) => start.mutate({ contents: contents(), changes }),
  };
}

export type Candidate = ReturnType<typeof useCandidate>;
