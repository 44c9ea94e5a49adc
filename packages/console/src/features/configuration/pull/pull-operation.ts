import type { GitRequest } from '@atrium/contract/configuration/git-request';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { cancelPull, pullQuery, startPull } from './pull.queries.ts';

/** One pull at a time: starts it under its own id, follows it, and can stop it. */
export function usePullOperation(onPulled: (pull: Pull) => void) {
  const client = useQueryClient();
  const [id, setId] = useState('');
  const abort = useRef<AbortController | null>(null);
  const isCanceled = useRef(false);

  const mutation = useChange({
    mutationFn: (request: GitRequest) => {
      const progress = crypto.randomUUID();
      setId(progress);
      isCanceled.current = false;
      abort.current = new AbortController();
      return startPull({ ...request, progress }, abort.current.signal);
    },
    onSuccess: (pulled) => {
      client.setQueryData(pullQuery(pulled.uuid).queryKey, pulled);
      onPulled(pulled);
    },
  });

  // Leaving the page ends the pull: no one is there to continue it.
  useEffect(() => () => abort.current?.abort(), []);

  return {
    id,
    isRunning: mutation.isPending,
    error: isCanceled.current ? null : mutation.error,
    start: (request: GitRequest) => mutation.mutate(request),
    cancel() {
      isCanceled.current = true;
      void cancelPull(id).catch(() => undefined);
      abort.current?.abort();
    },
  };
}
