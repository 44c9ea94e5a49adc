import type { Endpoint, EndpointRequest } from '@atrium/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Removal, RemoveQuestion } from '../ui/RemoveDialog.tsx';
import { call } from './call.ts';
import { readAgain } from './read-again.ts';
import { useChange } from './use-change.ts';

interface RemoveOptions<E extends Endpoint> extends RemoveQuestion {
  request: EndpointRequest<E>;
  /** Address of a service, for the calls that every service offers; `invalidates` are read from it too. */
  base?: string;
  /** Endpoints to refetch; after a success, before the dialog closes. */
  invalidates: readonly Endpoint[];
  onRemoved?: () => void;
}

/** Shared deletion: confirms, calls once and refetches the list. Rendered by `RemoveDialog`. */
export function useRemove<E extends Endpoint>(endpoint: E, options: RemoveOptions<E>): Removal {
  const { request, base, invalidates, onRemoved, ...question } = options;
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const removing = useChange({
    mutationFn: () => call(endpoint, request, { base }),
    onSuccess: async () => {
      onRemoved?.();
      await readAgain(client, invalidates, base);
      setAsking(false);
    },
  });
  return {
    ...question,
    isAsking,
    ask: () => setAsking(true),
    cancel: () => setAsking(false),
    confirm: () => removing.mutate(),
    isBusy: removing.isPending,
    error: removing.error,
    dismissError: () => {
      removing.reset();
      setAsking(false);
      // The object may already be deleted. Don't refetch earlier: the error would disappear together with the row.
      void readAgain(client, invalidates, base);
    },
  };
}
