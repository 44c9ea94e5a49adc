import { z } from 'zod';

/** Longest text of a draft, in characters. */
const MAX_DRAFT = 12 * 1024 * 1024;

/** Returns a submit to the versions before it if a test of the run fails. Needs `configuration.write` too. */
export const ReturnOnFailure = z.object({
  /** The key that all services of the submit were submitted with. */
  backupKey: z.uuid(),
  /** What was chosen, to go on from: JSON text that only whoever sends it understands. */
  draft: z.object({ pullId: z.uuid(), choices: z.string().max(MAX_DRAFT) }).optional(),
});
export type ReturnOnFailure = z.infer<typeof ReturnOnFailure>;
