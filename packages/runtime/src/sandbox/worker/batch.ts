import { contextOf } from '../call-context.ts';
import type { CallDurations } from '../call-durations.ts';
import type { CallLimits, RunMessage } from '../process/messages.ts';
import type { Job } from '../worker-slot.ts';

/** Calls that are sent to a worker together: each message that wakes a thread costs more than a short call. */
const MAX_BATCH = 32;
/** Less work than this is not shared out between workers. */
const WORTH_A_WORKER_MS = 1;
/** A call with a longer input is sent first in its batch, or a batch might not fit a frame. */
const MAX_BATCHED_LENGTH = 256 * 1024;

/**
 * Number of calls at the front of a queue that go to one worker: calls of one key and zone, an even share of so many
 * workers, but enough to be worthwhile.
 */
export function countBatch(queue: readonly Job[], workers: number, durations: CallDurations): number {
  const [first] = queue;
  if (!first) return 0;
  const { key, kind, zone, limits } = first.call;
  const share = Math.ceil(queue.length / workers);
  if (durations.isHeavy(first.call)) return 1;
  const worth = Math.floor(WORTH_A_WORKER_MS / (durations.of(first.call) ?? WORTH_A_WORKER_MS));
  const most = Math.min(queue.length, MAX_BATCH, Math.max(1, share, worth));
  const isOther = ({ call }: Job, index: number) =>
    (index > 0 && call.input.length + (call.requestBody?.length ?? 0) > MAX_BATCHED_LENGTH) ||
    call.key !== key ||
    call.kind !== kind ||
    call.zone !== zone ||
    !areSame(call.limits, limits);
  const end = queue.slice(0, most).findIndex(isOther);
  return end === -1 ? most : end;
}

function areSame(one: CallLimits, other: CallLimits): boolean {
  const { cpuMs, wallMs, memoryMiB } = one;
  return cpuMs === other.cpuMs && wallMs === other.wallMs && memoryMiB === other.memoryMiB;
}

/** Jobs of one batch as one message. */
export function toRunMessage(
  jobs: readonly [Job, ...Job[]],
  isHeavy: boolean,
): { message: RunMessage; text: string } {
  const { kind, zone, key, limits } = jobs[0].call;
  const contexts = new Map<string, number>();
  const calls: RunMessage['calls'] = [];
  let text = '';
  for (const { id, call } of jobs) {
    const context = contextOf(call.identity, call);
    const index = contexts.get(context) ?? contexts.size;
    contexts.set(context, index);
    calls.push([id, call.path, index, call.input.length, call.requestBody?.length ?? null]);
    text += call.input + (call.requestBody ?? '');
  }
  return {
    message: { type: 'run', kind, zone, key, limits, isHeavy, contexts: [...contexts.keys()], calls },
    text,
  };
}
