import type { GitRequest } from '@atrium/contract/configuration/git-request';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cancelPull, pullQuery, startPull } from './pull.queries.ts';

/** One pull at a time: starts it under an id of its own, follows it, and can stop it. */
export function usePullOperation(onPulled: (pull: Pull) => void) {
  const client = useQueryClient();
  const [id, setId] = useState('');
  const abort = useRef<AbortController | null>(null);
  const isCanceled = useRef(false);

  const mutation = useMutation({
    mutationFn: ({ request, controller }: { request: GitRequest; controller: AbortController }) =>
      startPull(request, controller.signal),
    onSuccess: (pulled) => {
      client.setQueryData(pullQuery(pulled.uuid).queryKey, pulled);
      onPulled(pulled);
    },
  });

  // Leaving the page ends the pull: nobody is there to go on with it.
  useEffect(() => () => abort.current?.abort(), []);

  return {
    id,
    isRunning: mutation.isPending,
    error: isCanceled.current ? null : mutation.error,
    start(request: GitRequest) {
      const operationId = crypto.randomUUID();
      setId(operationId);
      isCanceled.current = false;
      abort.current = new AbortController();
      mutation.mutate({ request: { ...request, progress: operationId }, controller: abort.current });
    },
    cancel() {
      isCanceled.current = true;
      void cancelPull(id).catch(() => undefined);
      abort.current?.abort();
    },
  };
}
