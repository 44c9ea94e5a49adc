/*
 * Runs inside the sandbox, before the prelude: Intl and the methods that take a locale. The host's ICU formats; only JSON crosses. The
 * time zone is UTC and the locale en-US unless a call names others.
 */
(function intl(icu) {
  'use strict';
  const { parse, stringify } = JSON;
  const { apply, getPrototypeOf, ownKeys } = Reflect;
  const { defineProperty, fromEntries, is } = Object;
  const uncurried = (method) => Function.prototype.call.bind(method);
  const define = (owner, name, value) =>
    defineProperty(owner, name, { value, configurable: true, writable: true });
  const ERRORS = { RangeError, TypeError, SyntaxError };

  function ask(what, method, ...values) {
    const { error, value } = parse(icu(what, stringify([method, ...values.map(encode)])));
    if (error === undefined) return value;
    throw new (ERRORS[error.name] ?? Error)(error.message);
  }

  function encode(value) {
    if (value === undefined) return { undefined: true };
    if (typeof value === 'bigint') return { i: String(value) };
    if (typeof value !== 'number') return value;
    return Number.isFinite(value) && !is(value, -0) ? value : { n: is(value, -0) ? '-0' : String(value) };
  }

  function numeric(value) {
    if (typeof value !== 'object' && typeof value !== 'function') return value;
    if (value === null) return 0;
    const convert = value[Symbol.toPrimitive];
    const tries = convert
      ? [() => apply(convert, value, ['number'])]
      : ['valueOf', 'toString'].map((name) => () => value[name]());
    for (const attempt of tries) {
      const primitive = attempt();
      if (typeof primitive !== 'object' && typeof primitive !== 'function') return primitive;
    }
    throw new TypeError('Cannot convert object to primitive value');
  }

  /** A number, an integer of any size, or the digits of one. */
  function amount(value) {
    const primitive = numeric(value);
    if (typeof primitive === 'bigint' || typeof primitive === 'string') return primitive;
    return Number(primitive);
  }

  const tags = new WeakMap();

  function listOf(locales) {
    if (locales === undefined) return [];
    if (locales === null) throw new TypeError('Incorrect locale information provided');
    if (typeof locales === 'string') return [locales];
    if (tags.has(locales)) return [tags.get(locales)];
    return Array.from({ length: Math.min(Number(locales.length) || 0, 1000) }, (_, at) => locales[at])
      .filter((_, at) => at in Object(locales))
      .map((locale) => {
        if (typeof locale !== 'string' && (typeof locale !== 'object' || locale === null))
          throw new TypeError('Incorrect locale information provided');
        return tags.get(locale) ?? String(locale);
      });
  }

  /** The options that a constructor reads, as JSON. */
  function optionsOf(names, options) {
    if (options === undefined) return {};
    if (options === null) return null;
    const read = (name) => {
      const value = options[name];
      if (value === undefined) return undefined;
      if (typeof value !== 'object' && typeof value !== 'function') return plain(value);
      return value === null ? null : BOOLEANS.has(name) ? true : `${value}`;
    };
    return fromEntries(
      names
        .split(' ')
        .map((name) => [name, read(name)])
        .filter(([, value]) => value !== undefined),
    );
  }

  function plain(value) {
    if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    return encode(value);
  }

  const BOOLEANS = new Set(['hour12', 'numeric', 'ignorePunctuation', 'useGrouping']);
  const DIGITS =
    'minimumIntegerDigits minimumFractionDigits maximumFractionDigits minimumSignificantDigits maximumSignificantDigits ' +
    'roundingIncrement roundingMode roundingPriority trailingZeroDisplay';
  const UNITS = 'years months weeks days hours minutes seconds milliseconds microseconds nanoseconds'.split(
    ' ',
  );
  const describe = (type, names, locales, options) =>
    stringify([type, listOf(locales), optionsOf(names, options)]);

  const heads = new WeakMap();
  const headOf = (self, name) => {
    const head = heads.get(self);
    if (head === undefined) throw new TypeError(`Not an Intl.${name}`);
    return head;
  };

  const time = (date) => (date === undefined ? Date.now() : Number(date));
  const present = (value, name) => {
    if (value === undefined) throw new TypeError(`${name} is undefined`);
    return value;
  };
  const both = (first, second, convert) => [
    convert(present(first, 'The start')),
    convert(present(second, 'The end')),
  ];

  /** Each method with the conversion of its arguments; `bound` is a getter of a function. */
  const TYPES = {
    DateTimeFormat: {
      options:
        'localeMatcher calendar numberingSystem hour12 hourCycle timeZone weekday era year month day dayPeriod hour minute second ' +
        'fractionalSecondDigits timeZoneName formatMatcher dateStyle timeStyle',
      isCallable: true,
      bound: { format: (date) => [time(date)] },
      methods: {
        formatToParts: (date) => [time(date)],
        formatRange: (from, to) => both(from, to, time),
        formatRangeToParts: (from, to) => both(from, to, time),
      },
    },
    NumberFormat: {
      options: `localeMatcher numberingSystem style currency currencyDisplay currencySign unit unitDisplay notation compactDisplay useGrouping signDisplay ${DIGITS}`,
      isCallable: true,
      bound: { format: (value) => [amount(value)] },
      methods: {
        formatToParts: (value) => [amount(value)],
        formatRange: (from, to) => both(from, to, amount),
        formatRangeToParts: (from, to) => both(from, to, amount),
      },
    },
    Collator: {
      options: 'usage localeMatcher collation numeric caseFirst sensitivity ignorePunctuation',
      isCallable: true,
      bound: { compare: (first, second) => [`${first}`, `${second}`] },
      methods: {},
    },
    PluralRules: {
      options: `localeMatcher type ${DIGITS}`,
      methods: { select: (value) => [Number(value)], selectRange: (from, to) => both(from, to, Number) },
    },
    RelativeTimeFormat: {
      options: 'localeMatcher numberingSystem style numeric',
      methods: {
        format: (value, unit) => [Number(value), `${unit}`],
        formatToParts: (value, unit) => [Number(value), `${unit}`],
      },
    },
    ListFormat: {
      options: 'localeMatcher type style',
      methods: { format: (list) => [textsOf(list)], formatToParts: (list) => [textsOf(list)] },
    },
    DisplayNames: {
      options: 'localeMatcher style type fallback languageDisplay',
      methods: { of: (code) => [`${code}`] },
    },
    Segmenter: { options: 'localeMatcher granularity', methods: {} },
    DurationFormat: {
      options: `localeMatcher numberingSystem style ${UNITS.map((unit) => `${unit} ${unit}Display`).join(' ')} fractionalDigits`,
      methods: { format: (value) => [durationOf(value)], formatToParts: (value) => [durationOf(value)] },
    },
  };

  function textsOf(list) {
    const texts = list === undefined ? [] : [...list];
    const other = texts.find((text) => typeof text !== 'string');
    if (other !== undefined) throw new TypeError(`Iterable yielded ${String(other)} which is not a string`);
    return { list: texts };
  }

  function durationOf(value) {
    if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : Number(value);
    const fields = fromEntries(
      UNITS.map((unit) => [unit, value[unit]])
        .filter(([, count]) => count !== undefined)
        .map(([unit, count]) => [unit, encode(Number(count))]),
    );
    return { fields };
  }

  const Intl = {};
  define(Intl, Symbol.toStringTag, 'Intl');
  for (const [name, type] of Object.entries(TYPES)) define(Intl, name, makeType(name, type));

  function makeType(name, { options: names, isCallable = false, bound = {}, methods }) {
    const type = {
      [name]: function (locales, options) {
        if (!new.target && !isCallable) throw new TypeError(`Constructor Intl.${name} requires 'new'`);
        const made = new.target ? this : Object.create(type.prototype);
        const head = describe(name, names, locales, options);
        ask(head, 'resolvedOptions');
        heads.set(made, head);
        return made;
      },
    }[name];
    defineProperty(type, 'length', { value: name === 'DisplayNames' ? 2 : 0, configurable: true });
    defineProperty(type, 'prototype', { writable: false });
    const { prototype } = type;
    defineProperty(prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true });
    const own = {
      resolvedOptions() {
        return ask(headOf(this, name), 'resolvedOptions');
      },
    };
    for (const [method, convert] of Object.entries(methods))
      own[method] = {
        [method](...given) {
          const head = headOf(this, name);
          return ask(head, method, ...convert(...given));
        },
      }[method];
    for (const [method, work] of Object.entries(own)) define(prototype, method, work);
    for (const [method, convert] of Object.entries(bound)) {
      const made = new WeakMap();
      defineProperty(prototype, method, {
        get() {
          const head = headOf(this, name);
          if (!made.has(this)) made.set(this, (...given) => ask(head, method, ...convert(...given)));
          return made.get(this);
        },
        configurable: true,
      });
    }
    const { supportedLocalesOf } = {
      supportedLocalesOf(locales, options) {
        const list = listOf(locales);
        if (list.length === 0) return [];
        const head = stringify(['Intl', list, {}]);
        return ask(head, 'supportedLocalesOf', name, {
          fields: optionsOf('localeMatcher', options) ?? undefined,
        });
      },
    };
    define(type, 'supportedLocalesOf', supportedLocalesOf);
    return type;
  }

  /** Divides its text once, when it is read. */
  class Segments {
    #head;
    #text;
    #found;

    constructor(head, text) {
      this.#head = head;
      this.#text = text;
    }

    #at(place) {
      this.#found ??= ask(this.#head, 'segment', this.#text);
      const { at, words } = this.#found;
      const index = at[place];
      return {
        segment: this.#text.slice(index, at[place + 1]),
        index,
        input: this.#text,
        ...(words && { isWordLike: words[place] }),
      };
    }

    get #count() {
      this.#found ??= ask(this.#head, 'segment', this.#text);
      return this.#found.at.length;
    }

    containing(index = 0) {
      const wanted = Math.trunc(Number(index)) || 0;
      if (wanted < 0 || wanted >= this.#text.length) return undefined;
      let [low, high] = [0, this.#count];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (this.#found.at[middle] <= wanted) low = middle;
        else high = middle;
      }
      return this.#at(low);
    }

    *[Symbol.iterator]() {
      if (this.#text === '') return;
      for (let place = 0; place < this.#count; place++) yield this.#at(place);
    }
  }

  const { segment } = {
    segment(text) {
      return new Segments(headOf(this, 'Segmenter'), `${text}`);
    },
  };
  define(Intl.Segmenter.prototype, 'segment', segment);

  const LOCALE_OPTIONS =
    'language script region variants calendar collation firstDayOfWeek hourCycle caseFirst numeric numberingSystem';
  const FIELDS =
    'language script region baseName calendar caseFirst collation firstDayOfWeek hourCycle numeric numberingSystem';
  const LISTS =
    'getCalendars getCollations getHourCycles getNumberingSystems getTimeZones getTextInfo getWeekInfo';

  class Locale {
    #fields;
    #head;

    constructor(tag, options) {
      if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null))
        throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
      this.#head = stringify(['Locale', [tags.get(tag) ?? `${tag}`], optionsOf(LOCALE_OPTIONS, options)]);
      this.#fields = ask(this.#head, 'fields');
      tags.set(this, this.#fields.tag);
    }

    static {
      for (const name of FIELDS.split(' ')) {
        const read = (locale) => locale.#fields[name];
        defineProperty(Locale.prototype, name, {
          get() {
            return read(this);
          },
          configurable: true,
        });
      }
      for (const name of LISTS.split(' ')) {
        const read = (locale) => structuredClone(locale.#fields[name]);
        const method = {
          [name]() {
            return read(this);
          },
        }[name];
        define(Locale.prototype, name, method);
      }
      defineProperty(Locale.prototype, Symbol.toStringTag, { value: 'Intl.Locale', configurable: true });
    }

    maximize() {
      return new Locale(ask(this.#head, 'maximize'));
    }

    minimize() {
      return new Locale(ask(this.#head, 'minimize'));
    }

    toString() {
      return this.#fields.tag;
    }
  }
  define(Intl, 'Locale', Locale);

  const general = stringify(['Intl', [], {}]);
  const functions = {
    getCanonicalLocales: (locales) => ask(general, 'getCanonicalLocales', { list: listOf(locales) }),
    supportedValuesOf: (key) => ask(general, 'supportedValuesOf', `${key}`),
  };
  for (const [name, work] of Object.entries(functions)) define(Intl, name, work);

  // Methods of the built-in types.
  const methods = (prototype, own) => {
    for (const name of ownKeys(own)) define(prototype, name, own[name]);
  };
  const { getTime } = Date.prototype;
  const timeOf = uncurried(getTime);
  const dateMethod = (name) =>
    ({
      [name](locales, options) {
        const at = timeOf(this);
        if (Number.isNaN(at)) return 'Invalid Date';
        return ask(describe(`Date.${name}`, TYPES.DateTimeFormat.options, locales, options), 'format', at);
      },
    })[name];
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
    define(Date.prototype, name, dateMethod(name));

  for (const type of [Number, BigInt]) {
    const valueOf = uncurried(type.prototype.valueOf);
    methods(type.prototype, {
      toLocaleString(locales, options) {
        const head = describe('NumberFormat', TYPES.NumberFormat.options, locales, options);
        return ask(head, 'format', valueOf(this));
      },
    });
  }

  const joining = [];
  const listMethods = {
    toLocaleString(locales, options) {
      const list = Object(this);
      if (joining.includes(list)) return '';
      joining.push(list);
      try {
        return Array.from({ length: list.length }, (_, at) => list[at])
          .map((item) =>
            item === undefined || item === null ? '' : `${item.toLocaleString(locales, options)}`,
          )
          .join(',');
      } finally {
        joining.pop();
      }
    },
  };
  methods(Array.prototype, listMethods);
  methods(getPrototypeOf(Uint8Array.prototype), listMethods);

  const textOf = (self, name) => {
    if (self === undefined || self === null)
      throw new TypeError(`String.prototype.${name} called on ${self}`);
    return `${self}`;
  };
  const upper = uncurried(String.prototype.toUpperCase);
  const lower = uncurried(String.prototype.toLowerCase);
  methods(String.prototype, {
    localeCompare(that, locales, options) {
      const [text, other] = [textOf(this, 'localeCompare'), `${that}`];
      return ask(describe('Collator', TYPES.Collator.options, locales, options), 'compare', text, other);
    },
    toLocaleUpperCase(locales) {
      const text = textOf(this, 'toLocaleUpperCase');
      const list = listOf(locales);
      return list.length === 0
        ? upper(text)
        : ask(stringify(['String', list, {}]), 'toLocaleUpperCase', text);
    },
    toLocaleLowerCase(locales) {
      const text = textOf(this, 'toLocaleLowerCase');
      const list = listOf(locales);
      return list.length === 0
        ? lower(text)
        : ask(stringify(['String', list, {}]), 'toLocaleLowerCase', text);
    },
  });

  return {
    globals: { Intl },
    views: [[Locale, (locale) => ({ fields: { tag: `${locale}` } })]],
  };
});
