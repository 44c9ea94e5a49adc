import autocannon from 'autocannon';
import { readText } from './product.ts';

let caller = 0;

/** Sends each request from another address, because rate limits count by address. */
export function fromAnotherAddress(request: { headers?: Record<string, string> }) {
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': nextAddress() } };
}

export function nextAddress(): string {
  caller = (caller + 1) % 60_000;
  return `10.${caller >> 12}.${(caller >> 6) & 63}.${caller & 63}`;
}

/** Sends requests for a while. Throws if one is refused or fails. */
export async function sendLoad(options: Parameters<typeof autocannon>[0]) {
  const { requests, latency, non2xx, errors } = await autocannon(options);
  if (non2xx > 0 || errors > 0) throw new Error(`${options.url}: ${non2xx} refused, ${errors} failed`);
  return { rate: requests.average, p50: latency.p50, p99: latency.p99 };
}

const TICK_MS = 10;

/** Processor time of processes, which other load on the machine affects least. */
export function processorMs(processIds: readonly number[], { withEnded = false } = {}): number {
  const ticks = processIds.map((id) => {
    const stat = readText(`/proc/${id}/stat`);
    // The last two are of children that have ended.
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    return user + system + (withEnded ? endedUser + endedSystem : 0);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}
