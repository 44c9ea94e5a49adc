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

const TICK_MS = 10;

/** Processor time of processes, which other load on the machine affects least. */
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
