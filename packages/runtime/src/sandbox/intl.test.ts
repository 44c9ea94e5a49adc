import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox-fixture.ts';

const { run, close } = openSandbox();
afterAll(close);

const timeoutMs = 60_000;
/** Time zone and locale of functions. */
const ASSUMED = { locale: 'en-US', timeZone: 'UTC' };

/** A call of Intl, as data: what both sides do the same. */
type Step =
  | { type: string; locales?: string | string[]; options?: object; method: string; given: unknown[] }
  | { on: 'date' | 'number' | 'text'; method: string; given: unknown[]; value: number | string };

/** Runs in the sandbox and here. A date is `{ time }`. */
const PERFORM = `(steps, assumed) => steps.map((step) => {
  const value = (each) => each === null ? undefined : each && typeof each === 'object' && 'time' in each ? new Date(each.time) : each && typeof each === 'object' && 'big' in each ? BigInt(each.big) : each;
  const given = step.given.map(value);
  const localesOf = (locales) => (assumed && (locales ?? '').length === 0 ? assumed.locale : locales);
  try {
    if ('on' in step) {
      const own = step.on === 'date' ? new Date(step.value) : step.value;
      const place = step.method === 'localeCompare' ? 1 : 0;
      if (!/Case$/.test(step.method)) given[place] = localesOf(given[place]);
      if (assumed && step.on === 'date') given[1] = { timeZone: assumed.timeZone, ...given[1] };
      return { value: own[step.method](...given) };
    }
    if (step.type === 'Intl') return { value: Intl[step.method](...given) };
    if (step.type === 'Locale') {
      const locale = new Intl.Locale(step.locales, step.options);
      if (step.method === 'fields') return { value: ['language', 'script', 'region', 'baseName', 'calendar', 'caseFirst', 'collation', 'firstDayOfWeek', 'hourCycle', 'numeric', 'numberingSystem'].map((name) => locale[name] ?? null) };
      return { value: locale[step.method]() };
    }
    const options = assumed && step.type === 'DateTimeFormat' ? { timeZone: assumed.timeZone, ...step.options } : step.options;
    const made = new Intl[step.type](localesOf(step.locales), options);
    if (step.method === 'segments') return { value: [...made.segment(...given)] };
    if (step.method === 'containing') return { value: made.segment(given[0]).containing(given[1]) };
    return { value: made[step.method](...given) };
  } catch (error) {
    return { error: error.name };
  }
})`;
// Not a closure: the same text runs on both sides.
// oxlint-disable-next-line no-eval -- the test's own text, evaluated by Node to compare with the sandbox
const performHere = (0, eval)(PERFORM) as (steps: Step[], assumed: object) => unknown[];

async function performThere(steps: Step[]): Promise<unknown[]> {
  const { failure, result } = await run(
    `const perform = ${PERFORM};\nexport default (steps) => perform(steps);`,
    {
      input: steps,
      timeoutMs,
      key: 'acme:hyper-dispatch:intl',
    },
  );
  expect(failure).toBeNull();
  return JSON.parse(result) as unknown[];
}

async function expectSame(steps: Step[]): Promise<void> {
  // What Node sees is what crosses, so that both get the same.
  const copies = JSON.parse(JSON.stringify(steps)) as Step[];
  const here = JSON.parse(JSON.stringify(performHere(copies, ASSUMED))) as unknown[];
  const there = await performThere(copies);
  for (const [at, step] of copies.entries())
    expect({ step, answer: there[at] }).toEqual({ step, answer: here[at] });
}

const LOCALES = [
  ...'de en-GB en-US-u-hc-h23 fr-CA es-419 pt-BR ru uk pl cs tr az lt el ar ar-EG-u-nu-latn fa he hi bn ta th ko ja ja-JP-u-ca-japanese'.split(
    ' ',
  ),
  ...'zh-Hans zh-Hant-TW vi id ms sw am ka hy et fi sv nb da nl hu ro bg sr-Latn sr-Cyrl hr sk sl is ga cy mt eu ca gl sq mk kk uz mn my km lo'.split(
    ' ',
  ),
  ...'ne si ur ps gu mr te kn ml pa zu af de-CH-u-co-phonebk sv-u-co-trad th-TH-u-nu-thai fa-IR-u-ca-persian en-u-ca-buddhist'.split(
    ' ',
  ),
];
const locale = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...LOCALES) },
  fc.constantFrom(['xx', 'de'], [], undefined, 'not a locale', ['en', 'de-AT']),
);
const zone = fc.constantFrom(
  undefined,
  ...Intl.supportedValuesOf('timeZone'),
  '+05:30',
  'europe/vienna',
  'Mars/Base',
);
const maybe = (...values: unknown[]) => fc.constantFrom(undefined, undefined, undefined, ...values);
const time = fc.oneof(fc.integer({ min: -6e12, max: 1e13 }), fc.constantFrom(0, 8.64e15, -8.64e15, 8.65e15));
const date = time.map((at) => ({ time: at }));
const amount = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0.1, 1e21, 123456.789, '12345678901234567890.12', 'x', '1e400'),
  fc.bigInt().map((value) => ({ big: String(value) })),
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('a', 'Ä', 'z', 'a10', 'a9', 'straße', 'İI', '日本語です', 'ภาษาไทย', '👨‍👩‍👧 ok. No!'),
);

const dateOptions = fc.oneof(
  fc.record({
    timeZone: zone,
    weekday: maybe('long', 'short'),
    era: maybe('short'),
    year: maybe('numeric', '2-digit'),
    month: maybe('long', 'numeric', 'narrow', 'wrong'),
    day: maybe('numeric', '2-digit'),
    hour: maybe('numeric', '2-digit'),
    minute: maybe('2-digit'),
    second: maybe('numeric'),
    fractionalSecondDigits: maybe(1, 3, 4),
    dayPeriod: maybe('short'),
    timeZoneName: maybe('short', 'long', 'shortOffset', 'longGeneric'),
    hour12: maybe(true, false),
    hourCycle: maybe('h11', 'h24'),
    calendar: maybe('chinese', 'hebrew', 'islamic-umalqura'),
    numberingSystem: maybe('arab', 'deva'),
  }),
  fc.record({
    timeZone: zone,
    dateStyle: maybe('full', 'medium', 'short'),
    timeStyle: maybe('full', 'short'),
  }),
);
const numberOptions = fc.record({
  style: maybe('currency', 'percent', 'unit', 'decimal'),
  currency: maybe('EUR', 'JPY', 'KWD', 'eur', 'x'),
  currencyDisplay: maybe('name', 'code'),
  unit: maybe('kilometer-per-hour', 'liter', 'day'),
  unitDisplay: maybe('long', 'narrow'),
  notation: maybe('compact', 'scientific', 'engineering'),
  compactDisplay: maybe('long'),
  useGrouping: maybe(false, 'always', 'min2'),
  signDisplay: maybe('always', 'exceptZero', 'negative'),
  minimumIntegerDigits: maybe(3, 21, 22),
  minimumFractionDigits: maybe(2),
  maximumFractionDigits: maybe(4, 1),
  maximumSignificantDigits: maybe(3),
  roundingMode: maybe('floor', 'halfEven'),
  roundingPriority: maybe('morePrecision'),
  trailingZeroDisplay: maybe('stripIfInteger'),
});

const step = (
  type: string,
  options: fc.Arbitrary<object>,
  methods: Record<string, fc.Arbitrary<unknown[]>>,
) =>
  fc.oneof(
    ...Object.entries({ resolvedOptions: fc.constant([]), ...methods }).map(([method, given]) =>
      fc.record({ type: fc.constant(type), locales: locale, options, method: fc.constant(method), given }),
    ),
  ) as unknown as fc.Arbitrary<Step>;
const own = (
  on: 'date' | 'number' | 'text',
  method: string,
  value: fc.Arbitrary<number | string>,
  given: fc.Arbitrary<unknown[]>,
) =>
  fc.record({
    on: fc.constant(on),
    method: fc.constant(method),
    value,
    given,
  }) as unknown as fc.Arbitrary<Step>;

const STEPS: Record<string, fc.Arbitrary<Step>> = {
  DateTimeFormat: step('DateTimeFormat', dateOptions, {
    format: fc.tuple(date),
    formatToParts: fc.tuple(time),
    formatRange: fc.tuple(date, date),
    formatRangeToParts: fc.tuple(date, date),
  }),
  NumberFormat: step('NumberFormat', numberOptions, {
    format: fc.tuple(amount),
    formatToParts: fc.tuple(amount),
    formatRange: fc.tuple(amount, amount),
  }),
  Collator: step(
    'Collator',
    fc.record({
      numeric: maybe(true),
      sensitivity: maybe('base', 'accent'),
      caseFirst: maybe('upper'),
      usage: maybe('search'),
    }),
    { compare: fc.tuple(text, text) },
  ),
  PluralRules: step('PluralRules', fc.record({ type: maybe('ordinal'), minimumFractionDigits: maybe(1) }), {
    select: fc.tuple(fc.double()),
    selectRange: fc.tuple(fc.nat(), fc.nat()),
  }),
  RelativeTimeFormat: step(
    'RelativeTimeFormat',
    fc.record({ numeric: maybe('auto'), style: maybe('narrow', 'short') }),
    {
      format: fc.tuple(fc.double(), fc.constantFrom('day', 'quarters', 'second', 'age')),
      formatToParts: fc.tuple(fc.integer(), fc.constantFrom('year', 'weeks')),
    },
  ),
  ListFormat: step(
    'ListFormat',
    fc.record({ type: maybe('disjunction', 'unit'), style: maybe('short', 'narrow') }),
    {
      format: fc.tuple(fc.array(text)),
      formatToParts: fc.tuple(fc.array(fc.oneof(text, fc.constant(1)))),
    },
  ),
  DisplayNames: step(
    'DisplayNames',
    fc.record({
      type: fc.constantFrom('region', 'language', 'currency', 'script', undefined),
      style: maybe('short'),
    }),
    { of: fc.tuple(fc.constantFrom('US', 'de-AT', 'EUR', 'Latn', 'nothing at all')) },
  ),
  Segmenter: step('Segmenter', fc.record({ granularity: maybe('word', 'sentence') }), {
    segments: fc.tuple(text),
    containing: fc.tuple(text, fc.integer({ min: -1, max: 12 })),
  }),
  DurationFormat: step('DurationFormat', fc.record({ style: maybe('long', 'digital') }), {
    format: fc.tuple(fc.record({ hours: fc.nat(), minutes: fc.integer({ min: -3, max: 70 }) })),
  }),
  Locale: fc.record({
    type: fc.constant('Locale'),
    locales: fc.oneof(fc.constantFrom(...LOCALES), fc.string()),
    options: fc.record({
      region: maybe('AT', 'x'),
      calendar: maybe('gregory'),
      numeric: maybe(true),
      hourCycle: maybe('h12'),
    }),
    method: fc.constantFrom('fields', 'toString', 'getWeekInfo', 'getTimeZones', 'getCalendars'),
    given: fc.constant([]),
  }) as unknown as fc.Arbitrary<Step>,
  Intl: fc.oneof(
    fc.record({
      type: fc.constant('Intl'),
      method: fc.constant('getCanonicalLocales'),
      given: fc.tuple(fc.oneof(locale, fc.string())),
    }),
    fc.record({
      type: fc.constant('Intl'),
      method: fc.constant('supportedValuesOf'),
      given: fc.tuple(fc.constantFrom('calendar', 'currency', 'timeZone', 'unit', 'x')),
    }),
  ),
  'methods of values': fc.oneof(
    ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((name) =>
      own('date', name, time, fc.tuple(locale, dateOptions)),
    ),
    own('number', 'toLocaleString', fc.double(), fc.tuple(locale, numberOptions)),
    own('text', 'localeCompare', text, fc.tuple(text, locale)),
    own('text', 'toLocaleUpperCase', text, fc.tuple(fc.constantFrom(undefined, 'tr', 'el', 'de', 'lt'))),
    own('text', 'toLocaleLowerCase', text, fc.tuple(fc.constantFrom('tr', 'az', 'de', 'lt'))),
  ),
};

describe('Intl of functions says what Node says', () => {
  it.each(Object.keys(STEPS))(
    '%s',
    async (name) => {
      const steps = fc.sample(STEPS[name] as fc.Arbitrary<Step>, { numRuns: 400, seed: 45 });
      await expectSame(steps);
    },
    120_000,
  );

  it('with every locale and time zone', async () => {
    const zones: Step[] = Intl.supportedValuesOf('timeZone').flatMap((timeZone) =>
      [0, 1_719_835_200_000].map((at) => ({
        type: 'DateTimeFormat',
        locales: 'de',
        options: { timeZone, dateStyle: 'full', timeStyle: 'full' },
        method: 'format',
        given: [{ time: at }],
      })),
    );
    const locales: Step[] = LOCALES.flatMap((each) => [
      {
        type: 'DateTimeFormat',
        locales: each,
        options: { dateStyle: 'full', timeStyle: 'long' },
        method: 'format',
        given: [{ time: 0 }],
      },
      {
        type: 'NumberFormat',
        locales: each,
        options: { style: 'currency', currency: 'EUR' },
        method: 'format',
        given: [-1234567.891],
      },
    ]);
    await expectSame([...zones, ...locales]);
  }, 120_000);
});

describe('Intl', () => {
  const valueOf = async (body: string) => {
    const { failure, result } = await run(`export default () => {\n${body}\n}`, { timeoutMs });
    expect(failure).toBeNull();
    return JSON.parse(result) as unknown;
  };

  it('assumes UTC and en-US', async () => {
    expect(
      await valueOf(`const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
        return [locale, timeZone, new Date(0).toLocaleString(), (1234.5).toLocaleString(), ['b', 'a', 'B'].sort((a, b) => a.localeCompare(b)), new Date(NaN).toLocaleString()];`),
    ).toEqual(['en-US', 'UTC', '1/1/1970, 12:00:00 AM', '1,234.5', ['a', 'b', 'B'], 'Invalid Date']);
  });

  it('has the shape that it has elsewhere', async () => {
    expect(
      await valueOf(`const { format } = new Intl.NumberFormat('de');
        class Mine extends Intl.NumberFormat {}
        const locale = new Intl.Locale('de-AT');
        return [
          [1.5, 2].map(format), Intl.NumberFormat('de') instanceof Intl.NumberFormat, new Mine('de').format(1.5), String(Intl), String(new Intl.Collator()),
          new Intl.NumberFormat(locale).resolvedOptions().locale, locale.maximize().toString(), Intl.DateTimeFormat.supportedLocalesOf(['de', 'xx']),
          [1.5, [new Date(0), 2n], null].toLocaleString('de', { timeZone: 'Asia/Tokyo' }), new Float32Array([1.5]).toLocaleString('de'),
          Intl.DateTimeFormat.name, Intl.DisplayNames.length, new Intl.NumberFormat('de', { minimumFractionDigits: { valueOf: () => 9, toString: () => '2' } }).format({ valueOf: () => 1 }),
        ];`),
    ).toEqual([
      ['1,5', '2'],
      true,
      '1,5',
      '[object Intl]',
      '[object Intl.Collator]',
      'de-AT',
      'de-Latn-AT',
      ['de'],
      '1,5,1.1.1970, 09:00:00,2,',
      '1,5',
      'DateTimeFormat',
      2,
      '1,00',
    ]);
  });

  it.each([
    [
      "new Intl.DateTimeFormat('de', { timeZone: 'Mars/Base' })",
      'RangeError: Invalid time zone specified: Mars/Base',
    ],
    ["new Intl.NumberFormat('not a locale')", 'RangeError: Incorrect locale information provided'],
    ["new Intl.NumberFormat('de', null)", 'TypeError: Intl.NumberFormat called on null or undefined'],
    ["Intl.PluralRules('de')", "TypeError: Constructor Intl.PluralRules requires 'new'"],
    ['Intl.NumberFormat.prototype.format.call({})', 'TypeError: Not an Intl.NumberFormat'],
    ['new Intl.Nothing()', 'TypeError: Intl.Nothing is not a constructor'],
  ])('refuses %s', async (body, message) => {
    const { failure } = await run(`export default () => {\n${body}\n}`, { timeoutMs });
    expect(`${failure?.name}: ${failure?.message}`).toBe(message);
    expect(failure).toMatchObject({ file: 'functions/main.js', line: 2 });
  });
});
