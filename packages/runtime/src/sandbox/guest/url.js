/*
 * Runs inside the sandbox, before the prelude: URL and URLSearchParams over the engine's parser. Its own objects keep memory that no limit
 * counts, so each lives only as long as one call of the parser.
 */
(function urls() {
  'use strict';
  const { URL: Parsed, URLSearchParams: ParsedQuery } = globalThis;
  const { getOwnPropertyDescriptor, ownKeys } = Reflect;
  const text = (value) => `${value}`.toWellFormed();
  let link;
  let replace;

  function parse(url, base) {
    const given = text(url);
    const from = base === undefined ? undefined : text(base);
    try {
      return from === undefined ? new Parsed(given) : new Parsed(given, from);
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      const error = new TypeError('Invalid URL');
      error.code = 'ERR_INVALID_URL';
      error.input = given;
      if (from !== undefined) error.base = from;
      throw error;
    }
  }

  const ESCAPED = { '!': '%21', "'": '%27', '(': '%28', ')': '%29', '~': '%7E', '%20': '+' };
  const escape = (part) => encodeURIComponent(part).replace(/[!'()~]|%20/g, (found) => ESCAPED[found]);
  const serialize = (list) => list.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&');
  /** The engine's parser would take off more than one question mark. */
  const parseQuery = (query) => (query === '' ? [] : [...new ParsedQuery(`&${query.replace(/^\?/, '')}`)]);

  function pairsOf(init) {
    if (init === null || (typeof init !== 'object' && typeof init !== 'function'))
      return parseQuery(text(init));
    if (init[Symbol.iterator] === undefined || init[Symbol.iterator] === null) {
      const keys = ownKeys(init).filter((key) => getOwnPropertyDescriptor(init, key)?.enumerable);
      return [...new Map(keys.map((key) => [text(key), text(init[key])]))];
    }
    return [...init].map((pair) => {
      const parts = typeof pair === 'object' && pair?.[Symbol.iterator] ? [...pair] : [];
      if (parts.length !== 2) throw new TypeError('Each query pair must be an iterable [name, value] tuple');
      return parts.map(text);
    });
  }

  const needed = (given, count, call) => {
    if (given < count) throw new TypeError(`${call} needs ${count} argument${count === 1 ? '' : 's'}`);
  };

  class URLSearchParams {
    #list = [];
    #changed;

    constructor(init = '') {
      this.#list = pairsOf(init);
    }

    static {
      link = (params, changed) => (params.#changed = changed);
      replace = (params, query) => (params.#list = parseQuery(query));
    }

    #change() {
      this.#changed?.(serialize(this.#list));
    }

    get size() {
      return this.#list.length;
    }

    append(name, value) {
      needed(arguments.length, 2, 'URLSearchParams.append');
      this.#list.push([text(name), text(value)]);
      this.#change();
    }

    delete(name, value) {
      needed(arguments.length, 1, 'URLSearchParams.delete');
      const [key, only] = [text(name), value === undefined ? undefined : text(value)];
      this.#list = this.#list.filter((pair) => pair[0] !== key || (only !== undefined && pair[1] !== only));
      this.#change();
    }

    get(name) {
      needed(arguments.length, 1, 'URLSearchParams.get');
      const key = text(name);
      return this.#list.find((pair) => pair[0] === key)?.[1] ?? null;
    }

    getAll(name) {
      needed(arguments.length, 1, 'URLSearchParams.getAll');
      const key = text(name);
      return this.#list.filter((pair) => pair[0] === key).map((pair) => pair[1]);
    }

    has(name, value) {
      needed(arguments.length, 1, 'URLSearchParams.has');
      const [key, only] = [text(name), value === undefined ? undefined : text(value)];
      return this.#list.some((pair) => pair[0] === key && (only === undefined || pair[1] === only));
    }

    set(name, value) {
      needed(arguments.length, 2, 'URLSearchParams.set');
      const [key, given] = [text(name), text(value)];
      const at = this.#list.findIndex((pair) => pair[0] === key);
      if (at === -1) this.#list.push([key, given]);
      else
        this.#list = this.#list.flatMap((pair, index) =>
          pair[0] !== key ? [pair] : index === at ? [[key, given]] : [],
        );
      this.#change();
    }

    sort() {
      this.#list.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      this.#change();
    }

    forEach(work, self) {
      if (typeof work !== 'function') throw new TypeError('URLSearchParams.forEach needs a function');
      for (const [name, value] of this) Reflect.apply(work, self, [value, name, this]);
    }

    *entries() {
      // By place: a change during the iteration shows.
      for (let at = 0; at < this.#list.length; at++) yield [...this.#list[at]];
    }

    *keys() {
      for (const [name] of this.entries()) yield name;
    }

    *values() {
      for (const [, value] of this.entries()) yield value;
    }

    [Symbol.iterator]() {
      return this.entries();
    }

    toString() {
      return serialize(this.#list);
    }
  }

  const PARTS = [
    'href',
    'origin',
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'hash',
  ];

  class URL {
    #parts;
    #params;

    constructor(url, base) {
      needed(arguments.length, 1, 'URL');
      this.#take(parse(url, base));
    }

    static canParse(url, base) {
      needed(arguments.length, 1, 'URL.canParse');
      return URL.parse(url, base) !== null;
    }

    static parse(url, base) {
      needed(arguments.length, 1, 'URL.parse');
      try {
        return new URL(url, base);
      } catch (error) {
        if (error?.code === 'ERR_INVALID_URL') return null;
        throw error;
      }
    }

    static {
      const { prototype } = URL;
      for (const name of PARTS) {
        const own = {
          get: { [name]: (url) => url.#parts[name] }[name],
          set: (url, value) => url.#write(name, text(value)),
        };
        Object.defineProperty(prototype, name, {
          get() {
            return own.get(this);
          },
          ...(name !== 'origin' && {
            set(value) {
              own.set(this, value);
            },
          }),
          enumerable: true,
          configurable: true,
        });
      }
    }

    #take(parsed) {
      this.#parts = Object.fromEntries(PARTS.map((name) => [name, parsed[name]]));
    }

    #write(name, value) {
      if (name === 'href') this.#take(parse(value));
      else {
        const parsed = new Parsed(this.#parts.href);
        parsed[name] = value;
        this.#take(parsed);
      }
      if (this.#params && (name === 'href' || name === 'search')) replace(this.#params, this.#parts.search);
    }

    get searchParams() {
      if (this.#params === undefined) {
        this.#params = new URLSearchParams(this.#parts.search);
        link(this.#params, (query) => {
          const parsed = new Parsed(this.#parts.href);
          parsed.search = query;
          this.#take(parsed);
        });
      }
      return this.#params;
    }

    toString() {
      return this.#parts.href;
    }

    toJSON() {
      return this.#parts.href;
    }
  }

  return {
    globals: { URL, URLSearchParams },
    views: [
      [
        URL,
        (url) => ({
          fields: Object.fromEntries(
            [...PARTS.slice(0, -1), 'searchParams', 'hash'].map((name) => [name, url[name]]),
          ),
        }),
      ],
      [URLSearchParams, (params) => ({ pairs: [...params.entries()] })],
    ],
  };
});
