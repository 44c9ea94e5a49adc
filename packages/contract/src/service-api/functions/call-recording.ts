import { z } from 'zod';
import { CollectionName, Entry, EntryId } from './content-entry.ts';
import { RequestEnvelope, ResponseEnvelope } from './http-envelope.ts';

/** Most bytes of answers that a recording has. */
export const MAX_RECORDED_BYTES = 256 * 1024;

/** Answers that a call got from outside of its code, so that a test can give them again. Secrets are hidden. */
export const CallRecording = z.object({
  /** Entries as the call first saw them. */
  entries: z.array(z.object({ collection: CollectionName, entry: Entry })),
  /** Entries that were not there before the call. */
  absent: z.array(z.object({ collection: CollectionName, id: EntryId })),
  /** Queries, without the place of a page. */
  searches: z.array(z.object({ collection: CollectionName, query: z.record(z.string(), z.unknown()) })),
  /** Requests to other hosts, in the order of their answers: a response, or the message of the error. */
  requests: z.array(
    RequestEnvelope.pick({ method: true, url: true }).and(
      z.union([z.object({ response: ResponseEnvelope }), z.object({ error: z.string() })]),
    ),
  ),
  /** Names of secrets and variables that the called functions declare, with the values of variables; null for one that is not set. */
  secrets: z.record(z.string(), z.literal('set').nullable()),
  variables: z.record(z.string(), z.string().nullable()),
  /** Answers that are missing here, such as those beyond `MAX_RECORDED_BYTES`, in words. */
  leftOut: z.array(z.string()),
});
export type CallRecording = z.infer<typeof CallRecording>;
