import { z } from 'zod';

/** Why one service of several failed, in words for a person. */
export const ServiceFailure = z.object({
  localizedMessage: z.string(),
  /** Changes by others in git must be pulled first. */
  needsPull: z.literal(true).optional(),
});
export type ServiceFailure = z.infer<typeof ServiceFailure>;

/** A service that failed does not stop the others. */
export const ServiceStatus = z.enum(['OK', 'ERROR']);
