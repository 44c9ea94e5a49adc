import type { Store } from '../database/schema.ts';
import { countWaitingJobs } from './waiting-job.repository.ts';

/** Priorities of one class: the highest is for the first job that someone has waiting, the lowest for all far back. */
const CLASS_SIZE = 1000;

/**
 * Returns the priority with which a job takes its turn: the more its sender has waiting, the lower it is, so that the
 * first job of one sender is never behind the second of another. Urgent jobs are a class above the others.
 */
export async function choosePriority(
  db: Store,
  queue: string,
  turnOf: string | undefined,
  isUrgent: boolean,
): Promise<number> {
  const lowest = isUrgent ? CLASS_SIZE : 0;
  const highest = lowest + CLASS_SIZE - 1;
  if (turnOf === undefined) return highest;
  const waiting = { queue, turnOf, priorities: { lowest, highest } };
  return highest - (await countWaitingJobs(db, waiting, CLASS_SIZE - 1));
}
