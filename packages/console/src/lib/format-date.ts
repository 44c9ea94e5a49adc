type Moment = Date | string | number;

const dateFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Making a format takes a hundred times as long as using it. */
function dateFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = dateFormats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    ...(timeZone && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  dateFormats.set(timeZone, format);
  return format;
}

/** Times are shown in the user's time zone; tests pass a zone. */
function parts(moment: Moment, timeZone?: string) {
  const found = Object.fromEntries(
    dateFormat(timeZone)
      .formatToParts(new Date(moment))
      .map((part) => [part.type, part.value]),
  );
  return found as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;
}

function isMoment(moment: Moment | null | undefined): moment is Moment {
  return moment !== null && moment !== undefined && !Number.isNaN(new Date(moment).getTime());
}

/** `MM/DD/YYYY`; empty for no date. */
export function formatDate(moment: Moment | null | undefined, timeZone?: string): string {
  if (!isMoment(moment)) return '';
  const { year, month, day } = parts(moment, timeZone);
  return `${month}/${day}/${year}`;
}

/** `HH:mm:ss`. */
export function formatTime(moment: Moment | null | undefined, timeZone?: string): string {
  if (!isMoment(moment)) return '';
  const { hour, minute, second } = parts(moment, timeZone);
  return `${hour}:${minute}:${second}`;
}

/** `MM/DD/YYYY HH:mm:ss`. */
export function formatDateTime(moment: Moment | null | undefined, timeZone?: string): string {
  if (!isMoment(moment)) return '';
  return `${formatDate(moment, timeZone)} ${formatTime(moment, timeZone)}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `D MMM YYYY`. */
export function formatDayMonthYear(moment: Moment | null | undefined, timeZone?: string): string {
  if (!isMoment(moment)) return '';
  const { year, month, day } = parts(moment, timeZone);
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`;
}

/** `D MMM YYYY, HH:mm:ss`, as the test run dashboard shows it. */
export function formatDayMonthYearTime(moment: Moment | null | undefined, timeZone?: string): string {
  if (!isMoment(moment)) return '';
  return `${formatDayMonthYear(moment, timeZone)}, ${formatTime(moment, timeZone)}`;
}
