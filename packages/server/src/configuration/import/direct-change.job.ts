import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** A call that may change a service's live configuration without a submission of the platform. */
const DirectChange = z.object({
  domainId: z.uuid(),
  userId: z.uuid(),
  impersonatorId: z.uuid().nullable(),
  pageServiceId: z.string().nullable(),
  requestId: z.string().nullable(),
  serviceId: z.string(),
  action: z.enum(['configuration.import', 'configuration.restore']),
  /** The live version before the call. */
  after: z.int(),
});
export type DirectChange = z.infer<typeof DirectChange>;

/** Notes what a process did not live to note. */
export const noteDirectChangeJob = defineJob({
  name: 'configuration.note-direct-change',
  payload: DirectChange,
});
