import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';

const HOURS = 3600;

/** Looks often whether a backup is due, so that one that failed is made up for soon. */
export const createBackupJob = defineJob({
  name: 'operations.create-backup',
  payload: z.object({}),
  policy: 'exclusive',
  retries: 0,
  timeoutSeconds: 12 * HOURS,
  timetable: '*/10 * * * *',
});
