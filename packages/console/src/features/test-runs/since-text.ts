import type { NamedVersion } from '@atrium/contract/configuration/versions';
import { formatDayMonthYear, formatTime } from '../../lib/format-date.ts';
import type { Since } from './since.ts';

/** `new since version 3 (chidi, 02:36, 9e436c7)` */
export function sinceText(
  { kind, isNew, version, passedVersion, startedAt }: Since,
  named: NamedVersion | undefined,
  now: Date,
): string {
  const what = isNew ? 'new' : 'failing';
  const sinceRun = isNew ? '' : ` since the run of ${when(startedAt, now)}`;
  if (kind === 'never passed') return 'never passed before';
  if (kind === 'run') return isNew ? 'new in this run' : `failing${sinceRun}`;
  if (kind === 'same version') return `${what}${sinceRun}, although version ${version} had passed`;
  if (kind === 'versions') return `${what} since one of versions ${(passedVersion ?? 0) + 1} to ${version}`;
  const parts = named
    ? [named.user || 'Atrium', when(named.createdOn, now), named.commitSha?.slice(0, 7)]
    : [];
  const details = parts.filter((part) => part !== undefined).join(', ');
  return `${what} since version ${version}${details && ` (${details})`}`;
}

/** The time of today, with its day if it is another one. */
function when(moment: string, now: Date): string {
  const time = formatTime(moment).slice(0, 5);
  const day = formatDayMonthYear(moment);
  return day === formatDayMonthYear(now) ? time : `${day}, ${time}`;
}
