import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';

/** A queued mail: the fields of its area's request, at the top level so that *Download my data* finds them. */
const QueuedMail = z.looseObject({
  /** The area that composes the mail. */
  area: z.string(),
  kind: z.string(),
  /** The domain or address that caused the mail. Mails of different requesters take turns. */
  requester: z.string().optional(),
});
export type QueuedMail = z.infer<typeof QueuedMail>;

export const sendMailJob = defineJob({
  name: 'mail.send',
  payload: QueuedMail,
  // With growing pauses: half a day, for a mail server that is down over night.
  retries: 12,
  retryDelaySeconds: 10,
  timeoutSeconds: 60,
  concurrency: 4,
  concurrencyOfOne: 2,
});
