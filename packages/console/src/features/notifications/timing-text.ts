import type { Channel } from '@atrium/contract/notifications/channels';

/** `Every day at 08:00, not from 22:00 to 07:00 (Europe/Vienna)`. */
export function timingText({
  digest,
  digestAt,
  hasQuietHours,
  quietFrom,
  quietUntil,
  timeZone,
}: Pick<Channel, 'digest' | 'digestAt' | 'hasQuietHours' | 'quietFrom' | 'quietUntil' | 'timeZone'>): string {
  const rhythm =
    digest === 'AT_ONCE' ? 'At once' : digest === 'HOURLY' ? 'Every hour' : `Every day at ${digestAt}`;
  const quiet = hasQuietHours ? `, not from ${quietFrom} to ${quietUntil}` : '';
  return digest === 'DAILY' || hasQuietHours ? `${rhythm}${quiet} (${timeZone})` : rhythm;
}
