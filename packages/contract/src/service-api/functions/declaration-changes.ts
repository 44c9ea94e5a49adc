import { parseLiteralModule } from '../files/literal.ts';
import { isPlainObject } from '../files/plain-value.ts';
import {
  type Declaration,
  type HttpDeclaration,
  neededSecrets,
  parseDeclaration,
  type ScheduleDeclaration,
} from './declaration.ts';

/** Changes by a new text of a metadata file, with the secrets that the function needs then. Null = there is no file. */
export function metadataChanges(
  before: string | null,
  after: string | null,
): { changes: string[]; secrets: readonly string[] } {
  const declared = readDeclaration(after);
  return {
    changes: declarationChanges(readDeclaration(before), declared),
    secrets: declared ? [...neededSecrets(declared)] : [],
  };
}

/** Unreadable text and disabled functions declare nothing. */
function readDeclaration(text: string | null): Declaration | undefined {
  if (text === null) return undefined;
  try {
    const fields = parseLiteralModule(text);
    if (isPlainObject(fields) && fields['disabled'] === true) return undefined;
    const parsed = parseDeclaration(fields);
    return parsed && 'declaration' in parsed ? parsed.declaration : undefined;
  } catch {
    return undefined;
  }
}

/** Changes for a function whose declaration changes, as ends of a sentence: "reaches a new host: api.stripe.com". */
export function declarationChanges(
  before: Declaration | undefined,
  after: Declaration | undefined,
): string[] {
  const compare = (
    listOf: (declaration: Declaration) => readonly string[],
    start: (words: string) => string,
    end: (words: string) => string,
  ) => {
    const was = new Set(before && listOf(before));
    const is = new Set(after && listOf(after));
    const added = [...is].filter((words) => !was.has(words));
    const removed = [...was].filter((words) => !is.has(words));
    return [...added.map(start), ...removed.map(end)];
  };
  return [
    ...addressChanges(before?.http, after?.http),
    ...compare(
      (one) => one.http?.cors ?? [],
      (origin) =>
        origin === '*'
          ? 'lets pages of any site read its answers'
          : `lets pages of ${origin} read its answers`,
      (origin) => `no longer lets pages of ${origin === '*' ? 'any site' : origin} read its answers`,
    ),
    ...compare(
      (one) => one.fetch,
      (host) => `reaches a new host: ${host}`,
      (host) => `no longer reaches ${host}`,
    ),
    ...compare(
      (one) => one.secrets,
      (name) => `gets the secret ${name}`,
      (name) => `no longer gets the secret ${name}`,
    ),
    ...compare(
      (one) => one.variables,
      (name) => `gets the variable ${name}`,
      (name) => `no longer gets the variable ${name}`,
    ),
    ...compare(
      (one) => one.schedule.map(scheduleWords),
      (when) => `runs ${when}`,
      (when) => `no longer runs ${when}`,
    ),
    ...compare(
      (one) => one.on,
      (event) => `runs with each event ${event}`,
      (event) => `no longer runs with events ${event}`,
    ),
    ...amountChange(before?.timeout, after?.timeout, (seconds) => `may run for ${seconds} s`),
    ...amountChange(before?.memory, after?.memory, (mib) => `may use ${mib} MiB of memory`),
  ];
}

const CALLERS: Record<HttpDeclaration['access'], string> = {
  public: 'by anyone',
  key: 'with a key of the domain',
  user: 'by people who are signed in',
};

function addressChanges(before: HttpDeclaration | undefined, after: HttpDeclaration | undefined): string[] {
  const words = ({ path, methods, access, verify }: HttpDeclaration) => {
    const signed = verify ? ` whose signature matches the secret ${verify.secret}` : '';
    return `callable ${CALLERS[access]}${signed} at ${path} (${methods.join(', ')})`;
  };
  if (after === undefined) return before ? [`will no longer be callable at ${before.path}`] : [];
  if (before && words(before) === words(after)) return [];
  const moved = before && before.path !== after.path ? [`will no longer be callable at ${before.path}`] : [];
  return [`will be ${words(after)}`, ...moved];
}

function amountChange(
  before: number | undefined,
  after: number | undefined,
  words: (amount: number) => string,
): string[] {
  return after === undefined || after === before ? [] : [words(after)];
}

const DAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** `at 7:00 on weekdays (Europe/Vienna)`; a pattern that has no short words stays as it is. */
export function scheduleWords({ cron, timeZone }: Pick<ScheduleDeclaration, 'cron' | 'timeZone'>): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/);
  const time = timeWords(minute, hour);
  const date = dateWords(day, month, weekday);
  const when = time === undefined || date === undefined ? `by the pattern ${cron.trim()}` : `${time}${date}`;
  return `${when} (${timeZone})`;
}

function timeWords(minute: string, hour: string): string | undefined {
  if (minute === '*' && hour === '*') return 'every minute';
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (every !== undefined && hour === '*') return `every ${every} minutes`;
  if (!/^\d+$/.test(minute)) return undefined;
  if (hour === '*') return minute === '0' ? 'every hour' : `every hour at minute ${minute}`;
  return /^\d+$/.test(hour) ? `at ${hour}:${minute.padStart(2, '0')}` : undefined;
}

function dateWords(day: string, month: string, weekday: string): string | undefined {
  if (month !== '*') return undefined;
  if (day === '*' && weekday === '*') return '';
  if (day === '*' && weekday === '1-5') return ' on weekdays';
  if (day === '*' && /^[0-7](?:,[0-7])*$/.test(weekday))
    return ` on ${weekday
      .split(',')
      .map((one) => DAYS[Number(one)])
      .join(', ')}`;
  return weekday === '*' && /^\d+$/.test(day) ? ` on day ${day} of each month` : undefined;
}
