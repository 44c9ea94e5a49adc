import type { WorkerGone } from './messages.ts';

/** Service → supervisor. */
export type ToSupervisor = { type: 'spawn'; workerId: number } | { type: 'stop'; workerId: number };

/**
 * Supervisor → service: a call computes for long and does not let its worker say so. The calls that were sent
 * together with it are returned.
 */
export interface WorkerSlow {
  type: 'slow';
  workerId: number;
  callId: number;
}

export type FromSupervisor = { type: 'hello'; secret: string; workerId: 0 } | WorkerSlow | WorkerGone;
