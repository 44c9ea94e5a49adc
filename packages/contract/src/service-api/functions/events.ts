import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { FunctionFailure } from './invoke.ts';

/** Events start the functions of the rules that match, in the order of the rules. */
export const EventName = z
  .string()
  .max(200, { abort: true })
  .regex(/^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u);

export const emitEvent = defineEndpoint({
  method: 'POST',
  path: '/events/{event}',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  tag: 'functions',
  summary: 'Send an event: calls the function of every enabled rule that matches, in order',
  params: z.object({ event: EventName }),
  body: z.unknown(),
  response: z.object({
    handled: z.array(
      z.object({
        rule: z.string(),
        function: z.string(),
        status: z.enum(['OK', 'FAIL']),
        result: z.unknown().optional(),
        error: FunctionFailure.optional(),
      }),
    ),
  }),
  errors: ['tooLarge'],
});
