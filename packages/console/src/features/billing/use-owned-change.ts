import type { Endpoint } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../api/call.ts';

export type OneById = Endpoint<
  z.ZodObject<{ id: z.ZodUUID }>,
  z.ZodUndefined,
  z.ZodUndefined,
  z.ZodUndefined
>;

/** A change of one card or address; its list is read again afterwards. */
export function useOwnedChange(endpoint: OneById, id: string, list: Endpoint) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoint, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointKey(list) }),
  });
}
