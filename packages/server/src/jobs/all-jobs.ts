import type { Context } from '../context.ts';
import type { JobHandler } from './define-job.ts';

/** Every domain's jobs, in the order of the house's domain names. */
export function allJobs(_context: Context): JobHandler[] {
  return [];
}
