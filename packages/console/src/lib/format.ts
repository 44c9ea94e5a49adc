import { formatCents } from '@atrium/contract/billing/money';

/** Duration of a test: days and hh:mm:ss, or '< 1 sec' for zero whole seconds. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1000);
  if (seconds <= 0) return '< 1 sec';
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  if (days === 0) return clock;
  return `${days} ${days === 1 ? 'day' : 'days'} ${clock}`;
}

/** `1 file`, `2,000 files` */
export function formatQuantity(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

let twoDigits: Intl.NumberFormat | undefined;

/** `0.0023 cents`: two significant digits; dollars from one on. */
export function formatCost(cents: number): string {
  twoDigits ??= new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
  return cents < 99.5 ? `${twoDigits.format(cents)} cents` : formatCents(Math.round(cents));
}
