/*
 * Runs inside the sandbox, before the prelude: Headers, Request and Response, and the form in which they cross to the host.
 */
(function http(bodies, urls, events) {
  'use strict';
  const { Body, extract, give, share, consume, hasContent } = bodies;
  const { URL } = urls;
  const { AbortController, AbortSignal } = events;
  const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
  const COOKIE = 'set-cookie';

  function nameOf(name, call) {
    const given = `${name}`;
    if (!TOKEN.test(given))
      throw new TypeError(`Headers.${call}: ${JSON.stringify(given)} is no name of a header`);
    return given.toLowerCase();
  }

  function valueOf(value, call) {
    const given = `${value}`.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these end a header.
    if (/[\0\r\n]|[^\0-\xff]/.test(given))
      throw new TypeError(`Headers.${call}: ${JSON.stringify(given)} is no value of a header`);
    return given;
  }

  let fill;

  class Headers {
    #values = new Map();
    #cookies = [];

    static {
      // Names and values that the host has checked.
      fill = (headers, pairs) => {
        for (const [name, value] of pairs) headers.#add(name, value);
        return headers;
      };
    }

    #add(key, value) {
      if (key === COOKIE) this.#cookies.push(value);
      else this.#values.set(key, this.#values.has(key) ? `${this.#values.get(key)}, ${value}` : value);
    }

    constructor(init) {
      if (init === undefined) return;
      if (init === null || typeof init !== 'object')
        throw new TypeError('Headers needs an object or a list of pairs');
      if (typeof init[Symbol.iterator] !== 'function') {
        for (const key of Reflect.ownKeys(init))
          if (Reflect.getOwnPropertyDescriptor(init, key)?.enumerable) this.append(key, init[key]);
        return;
      }
      for (const pair of init) {
        const parts = typeof pair === 'object' && pair?.[Symbol.iterator] ? [...pair] : [];
        if (parts.length !== 2)
          throw new TypeError('Headers: each item of a list is a pair of name and value');
        this.append(...parts);
      }
    }

    append(name, value) {
      this.#add(nameOf(name, 'append'), valueOf(value, 'append'));
    }

    set(name, value) {
      const [key, given] = [nameOf(name, 'set'), valueOf(value, 'set')];
      if (key === COOKIE) this.#cookies = [given];
      else this.#values.set(key, given);
    }

    delete(name) {
      const key = nameOf(name, 'delete');
      if (key === COOKIE) this.#cookies = [];
      else this.#values.delete(key);
    }

    get(name) {
      const key = nameOf(name, 'get');
      if (key === COOKIE) return this.#cookies.length > 0 ? this.#cookies.join(', ') : null;
      return this.#values.get(key) ?? null;
    }

    has(name) {
      const key = nameOf(name, 'has');
      return key === COOKIE ? this.#cookies.length > 0 : this.#values.has(key);
    }

    getSetCookie() {
      return [...this.#cookies];
    }

    forEach(work, self) {
      if (typeof work !== 'function') throw new TypeError('Headers.forEach needs a function');
      for (const [name, value] of this) Reflect.apply(work, self, [value, name, this]);
    }

    *entries() {
      const names = [...this.#values.keys(), ...(this.#cookies.length > 0 ? [COOKIE] : [])].sort((a, b) =>
        a < b ? -1 : 1,
      );
      for (const name of names) {
        if (name === COOKIE) for (const cookie of this.#cookies) yield [name, cookie];
        else yield [name, this.#values.get(name)];
      }
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
  }

  const USUAL = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT']);

  function methodOf(value) {
    const given = `${value}`;
    const upper = given.toUpperCase();
    if (!TOKEN.test(given) || ['CONNECT', 'TRACE', 'TRACK'].includes(upper))
      throw new TypeError(`Request: ${JSON.stringify(given)} is no method of a request`);
    return USUAL.has(upper) ? upper : given;
  }

  function addressOf(input) {
    const url = URL.parse(input);
    if (url === null) throw new TypeError(`Failed to parse URL from ${input}`);
    if (url.username !== '' || url.password !== '')
      throw new TypeError(
        'Request: a URL with a user name or password is refused; use the header Authorization',
      );
    return url.href;
  }

  function addType(headers, type) {
    if (type && !headers.has('content-type')) headers.set('content-type', type);
  }

  const REDIRECTS = ['follow', 'manual', 'error'];
  const GIVEN = Symbol('given by the host');

  class Request extends Body {
    #method;
    #url;
    #headers;
    #redirect;
    #signal;

    constructor(input, init = {}) {
      if (arguments.length === 0) throw new TypeError('Request needs a URL');
      super();
      if (input === GIVEN) {
        this.#method = init.method;
        this.#url = init.url;
        this.#headers = fill(new Headers(), init.headers);
        this.#redirect = 'follow';
        return;
      }
      const from = input instanceof Request ? input : undefined;
      const { method, headers, body, redirect, signal } = init ?? {};
      this.#url = from ? from.#url : addressOf(input);
      this.#method = method === undefined ? (from?.#method ?? 'GET') : methodOf(method);
      this.#headers = new Headers(headers ?? from?.#headers);
      this.#redirect = redirect === undefined ? (from?.#redirect ?? 'follow') : `${redirect}`;
      if (!REDIRECTS.includes(this.#redirect))
        throw new TypeError(`Request: redirect is ${REDIRECTS.join(', ')}, not ${this.#redirect}`);
      const followed = signal === undefined ? from?.signal : signal;
      if (followed !== undefined && followed !== null && !(followed instanceof AbortSignal))
        throw new TypeError('Request: signal is an AbortSignal');
      this.#signal = followed ?? undefined;
      const hasBody = body !== undefined && body !== null;
      if (hasBody || (from && hasContent(from) && body === undefined)) {
        if (this.#method === 'GET' || this.#method === 'HEAD')
          throw new TypeError(`Request with ${this.#method} method cannot have body`);
        const content = hasBody ? extract(body) : share(from);
        give(this, content);
        addType(this.#headers, content.type);
      }
    }

    get method() {
      return this.#method;
    }

    get url() {
      return this.#url;
    }

    get headers() {
      return this.#headers;
    }

    get redirect() {
      return this.#redirect;
    }

    get signal() {
      return (this.#signal ??= new AbortController().signal);
    }

    get duplex() {
      return 'half';
    }

    clone() {
      return new Request(this);
    }
  }

  const WITHOUT_BODY = [204, 205, 304];
  let create;

  class Response extends Body {
    #status;
    #statusText;
    #headers;
    #url = '';
    #type = 'default';
    #isRedirected = false;

    constructor(body = null, init = {}) {
      super();
      const { status = 200, statusText = '', headers } = init ?? {};
      this.#status = Number(status);
      if (!Number.isInteger(this.#status) || this.#status < 200 || this.#status > 599)
        throw new RangeError(`Response: a status is a number from 200 to 599, not ${status}`);
      this.#statusText = `${statusText}`;
      if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(this.#statusText))
        throw new TypeError('Response: statusText has characters that no status line can hold');
      this.#headers = new Headers(headers);
      if (body === null || body === undefined) return;
      if (WITHOUT_BODY.includes(this.#status))
        throw new TypeError(`Response: a response with status ${this.#status} has no body`);
      const content = extract(body);
      give(this, content);
      addType(this.#headers, content.type);
    }

    static {
      create = ({
        status,
        statusText = '',
        headers,
        content,
        url = '',
        isRedirected = false,
        type = 'basic',
      }) => {
        const response = new Response();
        response.#status = status;
        response.#statusText = statusText;
        response.#headers = headers instanceof Headers ? headers : new Headers(headers);
        response.#url = url;
        response.#isRedirected = isRedirected;
        response.#type = type;
        give(response, content);
        return response;
      };
    }

    static json(data, init = {}) {
      const text = JSON.stringify(data);
      if (text === undefined) throw new TypeError('Response.json: the value has no JSON form');
      const response = new Response(text, init);
      if (!new Headers(init?.headers).has('content-type'))
        response.#headers.set('content-type', 'application/json');
      return response;
    }

    static redirect(url, status = 302) {
      const to = new URL(url).href;
      if (![301, 302, 303, 307, 308].includes(status))
        throw new RangeError(`Response.redirect: ${status} is no status of a redirect`);
      return new Response(null, { status, headers: { location: to } });
    }

    static error() {
      return create({ status: 0, type: 'error' });
    }

    get status() {
      return this.#status;
    }

    get ok() {
      return this.#status >= 200 && this.#status < 300;
    }

    get statusText() {
      return this.#statusText;
    }

    get headers() {
      return this.#headers;
    }

    get url() {
      return this.#url;
    }

    get redirected() {
      return this.#isRedirected;
    }

    get type() {
      return this.#type;
    }

    clone() {
      return create({
        status: this.#status,
        statusText: this.#statusText,
        headers: new Headers(this.#headers),
        content: share(this),
        url: this.#url,
        isRedirected: this.#isRedirected,
        type: this.#type,
      });
    }
  }

  async function bodyText(message) {
    return hasContent(message) ? (await consume(message)).toBase64() : null;
  }

  const contentFrom = (body) => (body === null ? undefined : { bytes: Uint8Array.fromBase64(body) });

  const toRequestEnvelope = async (request) => ({
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body: await bodyText(request),
  });

  const toResponseEnvelope = async (response) => ({
    status: response.status,
    headers: [...response.headers],
    body: await bodyText(response),
  });

  /** The request that the host passes on. */
  function requestFrom(head, bytes) {
    const request = new Request(GIVEN, head);
    if (bytes) give(request, { bytes });
    return request;
  }

  const jsonResponse = (text, status) =>
    create({
      status,
      headers: fill(new Headers(), [['content-type', 'application/json']]),
      content: extract(text),
      type: 'default',
    });

  const responseFrom = ({ status, statusText, headers, body, url, redirected }) =>
    create({ status, statusText, headers, content: contentFrom(body), url, isRedirected: redirected });

  const views = [
    [
      Headers,
      (headers) => ({
        fields: Object.fromEntries([...new Set(headers.keys())].map((name) => [name, headers.get(name)])),
      }),
    ],
    [
      Request,
      ({ method, url, headers, redirect, bodyUsed }) => ({
        fields: { method, url, headers, redirect, bodyUsed },
      }),
    ],
    [
      Response,
      ({ status, statusText, headers, ok, redirected, type, url, bodyUsed }) => ({
        fields: { status, statusText, headers, ok, redirected, type, url, bodyUsed },
      }),
    ],
  ];
  return {
    globals: { Headers, Request, Response },
    toRequestEnvelope,
    toResponseEnvelope,
    requestFrom,
    jsonResponse,
    responseFrom,
    views,
  };
});
