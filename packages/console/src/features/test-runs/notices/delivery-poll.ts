import type { Webhook } from '@atrium/contract/test-runs/notices';

const FIRST_TRY_MS = 2000;
/** Later tries come after half a minute to six hours. */
const NEXT_TRY_MS = 30_000;

/** How often deliveries are looked at again; false once none of them waits. */
export function deliveryPollMs(webhooks: readonly Webhook[]): number | false {
  const waiting = webhooks
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ status }) => status === 'WAITING');
  if (waiting.length === 0) return false;
  return waiting.some(({ tries }) => tries === 0) ? FIRST_TRY_MS : NEXT_TRY_MS;
}
