import type { GitRequest } from '@atrium/contract/configuration/git-request';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { pullQuery, startPull } from '../files/pull.queries.ts';

/** Runs one pull at a time: starts it under its own id, tracks its progress, and can cancel it. */
export function usePullOperation(onPulled: (pull: Pull) => void) {
  const client = useQueryClient();
  const [id, setId] = useState('');
  const abort = useRef<AbortController | null>(null);
  const [isCanceled, setCanceled] = useState(false);
  const isLeft = useRef(false);

  const mutation = useChange({
    mutationFn: (request: GitRequest) => {
      const progress = crypto.randomUUID();
      setId(progress);
      setCanceled(false);
      abort.current = new AbortController();
      return startPull({ ...request, progress }, abort.current.signal);
    },
    onSuccess: (pulled) => {
      client.setQueryData(pullQuery(pulled.uuid).queryKey, pulled);
      // Don't navigate after the user left: the bell links to the pull.
      if (!isLeft.current) onPulled(pulled);
    },
  });

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  return {
    id,
    isRunning: mutation.isPending,
    error: isCanceled ? null : mutation.error,
    /** Hides the error. */
    forget: () => mutation.reset(),
    start: (request: GitRequest) => mutation.mutate(request),
    canceling: {
      // The pull may end before the call that cancels it.
      onMutate() {
        setCanceled(true);
      },
      onError() {
        setCanceled(false);
      },
      onSuccess: () => abort.current?.abort(),
    },
  };
}
