import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Every night: content of accounts that were closed long enough ago is deleted. Idempotent. */
export const deleteClosedJob = defineJob({
  name: 'accounts.delete-closed',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '47 3 * * *',
  timeoutSeconds: 3600,
});
