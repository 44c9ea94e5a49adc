import type { Endpoint } from '@atrium/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from './call.ts';
import { readAgain } from './read-again.ts';
import { useChange } from './use-change.ts';

/** Endpoint whose only input is the id of the changed object. */
export type ChangeById = Endpoint<
  z.ZodObject<{ id: z.ZodUUID }>,
  z.ZodUndefined,
  z.ZodUndefined,
  z.ZodUndefined
>;

/** A change of one entry of a list; everything that depends on it is read again afterwards. */
export function useChangeById(endpoint: ChangeById, id: string, ...dependent: Endpoint[]) {
  const client = useQueryClient();
  return useChange({
    mutationFn: () => call(endpoint, { params: { id } }),
    onSuccess: () => readAgain(client, dependent),
  });
}
