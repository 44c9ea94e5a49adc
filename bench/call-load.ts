import autocannon from 'autocannon';
import { type RunningProduct, readText } from './product.ts';

let caller = 0;

/** Each request comes from another address, because calls are limited by address. */
export function fromAnotherAddress(request: { headers?: Record<string, string> }) {
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': nextAddress() } };
}

export function nextAddress(): string {
  caller = (caller + 1) % 60_000;
  return `10.${caller >> 12}.${(caller >> 6) & 63}.${caller & 63}`;
}

const TICK_MS = 10;

/** Processor time that processes have used, which others on the machine disturb least. */
export function processorMs(processIds: readonly number[]): number {
  const ticks = processIds.map((id) => {
    const stat = readText(`/proc/${id}/stat`);
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return user + system;
  });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}

interface Load {
  method: 'GET' | 'POST';
  path: string;
  connections: number;
  seconds: number;
}

/** Sends requests for a while, and returns how many were answered. */
export async function load(
  { product, token }: { product: RunningProduct; token: string },
  { method, path, connections, seconds }: Load,
): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: product.url + path,
    connections,
    duration: seconds,
    requests: [
      {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{"name":"Ada"}' }),
        setupRequest: fromAnotherAddress,
      },
    ],
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`);
  return requests.total;
}
