import type { NamedVersion } from '@atrium/contract/configuration/versions';
import type { MovedVersion } from '@atrium/contract/test-runs/run-history';
import { formatDayMonthYear, formatTime } from '../../../lib/format-date.ts';
import { blamedVersion, type Mixed, type Since } from './since.ts';

/** `new since version 3 (chidi, 02:36, 9e436c7)` */
export function sinceText(
  since: Since,
  named: NamedVersion | undefined,
  now: Date,
  nameOf: (serviceId: string) => string = String,
): string {
  const { kind, isNew, version, moved, startedAt } = since;
  const what = isNew ? 'new' : 'failing';
  const sinceRun = isNew ? '' : ` since the run of ${when(startedAt, now)}`;
  if (kind === 'never passed') return 'never passed before';
  if (kind === 'live passes')
    return `passing with what is live${version === null ? '' : ` (version ${version})`}`;
  if (kind === 'run') return isNew ? 'new in this run' : `failing${sinceRun}`;
  if (kind === 'same versions') {
    return `${what}${sinceRun}, although ${version === null ? 'the same versions' : `version ${version}`} had passed`;
  }
  const versions = moved.map((one) => {
    const text = versionsText(one);
    // A change in the tests' own service needs no service name.
    return moved.length === 1 && one.serviceId === since.serviceId
      ? text
      : `${text} of ${nameOf(one.serviceId)}`;
  });
  const parts =
    named && blamedVersion(since)
      ? [named.user || 'Atrium', when(named.createdOn, now), named.commitSha?.slice(0, 7)]
      : [];
  const details = parts.filter((part) => part !== undefined).join(', ');
  return `${what} since ${versions.join(' or ')}${details && ` (${details})`}`;
}

/** `4 new since version 12 (ada, 02:36), 2 as before` */
export function mixedText(
  { fresh, since, before, first }: Mixed,
  named: NamedVersion | undefined,
  now: Date,
  nameOf?: (serviceId: string) => string,
): string {
  return [
    `${fresh} ${since ? sinceText(since, named, now, nameOf) : 'new'}`,
    before > 0 && `${before} as before`,
    first > 0 && `${first} ran for the first time`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function versionsText({ from, to }: MovedVersion): string {
  if (to === from + 1) return `version ${to}`;
  return to === from + 2 ? `version ${to - 1} or ${to}` : `versions ${from + 1} to ${to}`;
}

/** The time of today, with its day if it is another one. */
function when(moment: string, now: Date): string {
  const time = formatTime(moment).slice(0, 5);
  const day = formatDayMonthYear(moment);
  return day === formatDayMonthYear(now) ? time : `${day}, ${time}`;
}
