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

/** Times are shown where the person is; a test names the zone. */
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

let numberFormat: Intl.NumberFormat | undefined;

/** At most two decimals, none where they are zero. One format for all: `toLocaleString` makes one for each number. */
function round(value: number): string {
  const text = String(value);
  // Nothing to round: the first format of a page takes longer to make than a price list to draw.
  if (/^-?\d+(\.\d{1,2})?$/.test(text)) return text.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  numberFormat ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  return numberFormat.format(value);
}

interface Scale {
  unit: string;
  /** How many of the unit before make one. */
  factor: number;
}

const byteScales: Scale[] = [
  { unit: 'kb', factor: 1024 },
  { unit: 'Mb', factor: 1024 },
  { unit: 'Gb', factor: 1024 },
];

const timeScales: Scale[] = [
  { unit: 's', factor: 1000 },
  { unit: 'min', factor: 60 },
  { unit: 'h', factor: 60 },
];

function scale(value: number, firstUnit: string, scales: readonly Scale[]): string {
  let scaled = value;
  let shown = firstUnit;
  for (const { unit, factor } of scales) {
    if (Math.abs(scaled) < factor) break;
    scaled /= factor;
    shown = unit;
  }
  return `${round(scaled)} ${shown}`;
}

/** `# 1,200` */
export function formatCount(count: number): string {
  return `# ${round(count)}`;
}

/** Scales by 1024 to kb, Mb and Gb. */
export function formatBytes(sizeBytes: number): string {
  return scale(sizeBytes, 'bytes', byteScales);
}

/** Scales from ms by 1000 to s, then by 60 to min and h. */
export function formatMilliseconds(durationMs: number): string {
  return scale(durationMs, 'ms', timeScales);
}

/** Amount of a measure as prices and usage show it. */
export function formatUnits(type: 'COUNTER' | 'MEMORY' | 'TIMER', amount: number): string {
  if (type === 'MEMORY') return formatBytes(amount);
  return type === 'TIMER' ? formatMilliseconds(amount) : formatCount(amount);
}

/** A price in words: `2 cents for # 100`. */
export function formatPrice(price: {
  cents: string;
  measure: 'COUNTER' | 'MEMORY' | 'TIMER';
  units: number;
}): string {
  const { cents, measure, units } = price;
  return `${cents} ${cents === '1' ? 'cent' : 'cents'} for ${formatUnits(measure, units)}`;
}

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
