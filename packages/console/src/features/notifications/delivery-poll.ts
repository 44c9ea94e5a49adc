import type { Channel } from '@atrium/contract/notifications/channels';

const FIRST_TRY_MS = 2000;
/** Later retries follow after half a minute to six hours. */
const NEXT_TRY_MS = 30_000;

/** Returns the polling interval of deliveries; false if none is pending. */
export function deliveryPollMs(channels: readonly Pick<Channel, 'deliveries'>[]): number | false {
  const waiting = channels
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ status }) => status === 'WAITING');
  if (waiting.length === 0) return false;
  return waiting.some(({ tries }) => tries === 0) ? FIRST_TRY_MS : NEXT_TRY_MS;
}
