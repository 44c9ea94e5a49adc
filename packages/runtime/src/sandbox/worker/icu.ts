import { LRUCache } from 'lru-cache';

/** Longest argument, in characters of JSON. */
const MAX_ARGUMENT = 1024 * 1024;
/** Bytes of a text in an old encoding arrive as a text, up to 6 characters each. */
const MAX_DECODED = 50_000_000;
/** Longest description of a formatter: name, locales and options. */
const MAX_FORMATTER = 10_000;
/** Longest text that is divided: its segments take thirty times as much. */
const MAX_SEGMENTED = 100_000;
const MAX_DIGITS = 10_000;
/** Formatters that a thread keeps: one takes up to 50 kB. */
const MAX_FORMATTERS = 200;

/** Method of a formatter; a function calls it with values as `argumentFrom` reads them. */
type Work = (...values: never[]) => unknown;
type Methods = Record<string, Work>;

const formatters = new LRUCache<string, Methods>({ max: MAX_FORMATTERS });

/**
 * Answers what a machine asks of the host's ICU, with JSON on both sides. Everything that arrives is untrusted: a formatter is described
 * by the JSON of its name, locales and options, and of its methods only those listed here can be called.
 */
export function askIcu(what: string, argument: string): string {
  try {
    if (what === 'decode') return JSON.stringify(decode(argument));
    if (what.length > MAX_FORMATTER) throw new RangeError('Intl: locales and options are too long');
    if (argument.length > MAX_ARGUMENT) throw new RangeError('Intl: a text may have at most 1 MiB');
    const [method, ...values] = JSON.parse(argument) as unknown[];
    const methods = formatterOf(what);
    if (typeof method !== 'string' || !Object.hasOwn(methods, method))
      throw new TypeError('Intl: this does not exist');
    const value = methods[method]?.(...(values.map(argumentFrom) as never[]));
    return JSON.stringify({ value });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error('Intl: the answer cannot be given');
    return JSON.stringify({ error: { name, message: message.slice(0, 1000) } });
  }
}

function formatterOf(what: string): Methods {
  const known = formatters.get(what);
  if (known) return known;
  const [type, locales, options] = JSON.parse(what) as [unknown, unknown, unknown];
  if (typeof type !== 'string' || !Object.hasOwn(makers, type))
    throw new TypeError('Intl: this does not exist');
  if (!isTexts(locales)) throw new TypeError('Incorrect locale information provided');
  const made = (makers as Record<string, Maker>)[type]?.(
    locales.length === 0 ? ['en-US'] : locales,
    // `null` is no object of options; the constructors say so themselves.
    (options === null ? null : fieldsFrom(options)) as never,
  );
  formatters.set(what, made ?? {});
  return made ?? {};
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** An object whose fields have no parts. */
function fieldsFrom(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('Intl: these are no options');
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, scalarFrom(each)]));
}

/** Numbers that JSON changes, and integers that it doesn't have, come as objects with one field. */
function scalarFrom(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { n, i } = value as { n?: unknown; i?: unknown };
  if (typeof n === 'string') return Number(n);
  if (typeof i !== 'string') return undefined;
  if (i.length > MAX_DIGITS) throw new RangeError(`Intl: a number may have at most ${MAX_DIGITS} digits`);
  return BigInt(i);
}

/** A number, a text, a list of texts, or fields. Never anything over which the host would go on and on. */
function argumentFrom(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { list, fields } = value as { list?: unknown; fields?: unknown };
  if (isTexts(list)) return list;
  return fields === undefined ? scalarFrom(value) : fieldsFrom(fields);
}

type Maker = (locales: string[], options: never) => Methods;

/** The library of types lags behind Node. */
interface RangeRules {
  selectRange(from: number, to: number): string;
}
type DurationFormatType = new (
  locales: string[],
  options: object,
) => {
  resolvedOptions(): object;
  format(duration: object): string;
  formatToParts(duration: object): object[];
};

const inUtc = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions =>
  options === null || options.timeZone !== undefined ? options : { ...options, timeZone: 'UTC' };

const dateText =
  (method: 'toLocaleString' | 'toLocaleDateString' | 'toLocaleTimeString'): Maker =>
  (locales, options) => ({ format: (time: number) => new Date(time)[method](locales, inUtc(options)) });

/** By the name that guests use. */
const makers = {
  DateTimeFormat(locales, options) {
    const made = new Intl.DateTimeFormat(locales, inUtc(options));
    return {
      resolvedOptions: () => made.resolvedOptions(),
      format: (time: number) => made.format(time),
      formatToParts: (time: number) => made.formatToParts(time),
      formatRange: (from: number, to: number) => made.formatRange(from, to),
      formatRangeToParts: (from: number, to: number) => made.formatRangeToParts(from, to),
    };
  },
  NumberFormat(locales, options) {
    const made = new Intl.NumberFormat(locales, options);
    return {
      resolvedOptions: () => made.resolvedOptions(),
      format: (value: number) => made.format(value),
      formatToParts: (value: number) => made.formatToParts(value),
      formatRange: (from: number, to: number) => made.formatRange(from, to),
      formatRangeToParts: (from: number, to: number) => made.formatRangeToParts(from, to),
    };
  },
  Collator(locales, options) {
    const made = new Intl.Collator(locales, options);
    return {
      resolvedOptions: () => made.resolvedOptions(),
      compare: (first: string, second: string) => made.compare(first, second),
    };
  },
  PluralRules(locales, options) {
    const made = new Intl.PluralRules(locales, options);
    return {
      resolvedOptions: () => made.resolvedOptions(),
      select: (value: number) => made.select(value),
      selectRange: (from: number, to: number) => (made as unknown as RangeRules).selectRange(from, to),
    };
  },
  RelativeTimeFormat(locales, options) {
    const made = new Intl.RelativeTimeFormat(locales, options);
    return {
      resolvedOptions: () => made.resolvedOptions(),
      format: (value: number, unit: Intl.RelativeTimeFormatUnit) => made.format(value, unit),
      formatToParts: (value: number, unit: Intl.RelativeTimeFormatUnit) => made.formatToParts(value, unit),
    };
  },
  ListFormat(locales, options) {
    const made = new Intl.ListFormat(locales, options);
    return {
      resolvedOptions: () => made.resolvedOptions(),
      format: (list: string[]) => made.format(list),
      formatToParts: (list: string[]) => made.formatToParts(list),
    };
  },
  DisplayNames(locales, options) {
    const made = new Intl.DisplayNames(locales, options);
    return { resolvedOptions: () => made.resolvedOptions(), of: (code: string) => made.of(code) };
  },
  DurationFormat(locales, options) {
    const { DurationFormat } = Intl as unknown as { DurationFormat: DurationFormatType };
    const made = new DurationFormat(locales, options);
    return {
      resolvedOptions: () => made.resolvedOptions(),
      format: (duration: object) => made.format(duration),
      formatToParts: (duration: object) => made.formatToParts(duration),
    };
  },
  Segmenter(locales, options) {
    const made = new Intl.Segmenter(locales, options);
    return { resolvedOptions: () => made.resolvedOptions(), segment: (text: string) => segment(made, text) };
  },
  Locale([tag = ''], options) {
    const made = new Intl.Locale(tag, options);
    return {
      fields: () => fieldsOf(made),
      maximize: () => made.maximize().toString(),
      minimize: () => made.minimize().toString(),
    };
  },
  'Date.toLocaleString': dateText('toLocaleString'),
  'Date.toLocaleDateString': dateText('toLocaleDateString'),
  'Date.toLocaleTimeString': dateText('toLocaleTimeString'),
  String: (locales) => ({
    toLocaleUpperCase: (text: string) => text.toLocaleUpperCase(locales),
    toLocaleLowerCase: (text: string) => text.toLocaleLowerCase(locales),
  }),
  Intl: (locales) => ({
    getCanonicalLocales: (own: string[]) => Intl.getCanonicalLocales(own),
    supportedValuesOf: (key: 'unit') => Intl.supportedValuesOf(key),
    supportedLocalesOf: (type: 'Collator', options?: object) =>
      Object.hasOwn(makers, type) ? Intl[type].supportedLocalesOf(locales, options) : [],
  }),
} satisfies Record<string, Maker>;

/** Index of each segment, and whether it is a word. */
function segment(segmenter: Intl.Segmenter, text: string): { at: number[]; words?: boolean[] } {
  if (text.length > MAX_SEGMENTED)
    throw new RangeError(`Intl.Segmenter: a text may have at most ${MAX_SEGMENTED} characters`);
  const segments = [...segmenter.segment(text)];
  const at = segments.map(({ index }) => index);
  return segments[0]?.isWordLike === undefined
    ? { at }
    : { at, words: segments.map(({ isWordLike }) => isWordLike === true) };
}

const LOCALE_FIELDS = [
  'baseName',
  'calendar',
  'caseFirst',
  'collation',
  'firstDayOfWeek',
  'hourCycle',
  'language',
  'numberingSystem',
  'numeric',
  'region',
  'script',
] as const;
const LOCALE_LISTS = [
  'getCalendars',
  'getCollations',
  'getHourCycles',
  'getNumberingSystems',
  'getTextInfo',
  'getTimeZones',
  'getWeekInfo',
] as const;

function fieldsOf(locale: Intl.Locale): Record<string, unknown> {
  // The library of types does not know all of them yet.
  const known = locale as unknown as Record<string, unknown> & Record<string, () => unknown>;
  return {
    tag: locale.toString(),
    ...Object.fromEntries(LOCALE_FIELDS.map((name) => [name, known[name]])),
    ...Object.fromEntries(LOCALE_LISTS.map((name) => [name, known[name]?.()])),
  };
}

interface Decoding {
  label: string;
  bytes?: string;
  fatal?: boolean;
  ignoreBOM?: boolean;
  stream?: boolean;
}

/** Name of an encoding, or a text; empty if the bytes cannot be decoded. */
function decode(argument: string): { encoding?: string; text?: string } {
  if (argument.length > MAX_DECODED) return {};
  const { label, bytes, fatal = false, ignoreBOM = false, stream = false } = JSON.parse(argument) as Decoding;
  try {
    const decoder = new TextDecoder(label, { fatal, ignoreBOM });
    if (bytes === undefined) return { encoding: decoder.encoding };
    return { text: decoder.decode(Buffer.from(bytes, 'latin1'), { stream }) };
  } catch {
    return {};
  }
}
