/*
 * Runs inside the sandbox of tests, before the prelude: answers that a test arranges for requests of the functions it calls, values
 * that they get, runs that they queue, and its time.
 */
(function makeMock(http, show) {
  'use strict';
  const { Request, Response } = http;
  const { now } = Date;
  const FIELDS = ['status', 'statusText', 'headers', 'json', 'text', 'body'];
  const arranged = [];
  const made = [];
  const queued = [];
  const mails = [];
  const given = { secrets: {}, variables: {} };
  /** The first request for which there was no answer. It fails the test, whatever became of it in the function. */
  let unexpected;
  let shift = 0;

  /** `POST https://api.example.com/v1/charges`: `*` stands for any text, and without a query every query fits. */
  function parsePattern(pattern) {
    const [, method = 'GET', address] = /^(?:([A-Z]+) )?(https?:\/\/\S+)$/.exec(`${pattern}`) ?? [];
    if (address === undefined)
      throw new TypeError(
        `mock.fetch: ${show(pattern)} is no request such as 'POST https://api.example.com/v1/charges'`,
      );
    const parts = address.split('*').map((part) => RegExp.escape(part));
    const query = address.includes('?') ? '' : '(?:\\?.*)?';
    const isRoot = /^https?:\/\/[^/*?]+$/.test(address);
    return { method, url: new RegExp(`^${parts.join('.*')}${isRoot ? '/?' : ''}${query}$`) };
  }

  function checkAnswer(answer) {
    if (typeof answer === 'function' || answer instanceof Response || answer instanceof Error) return;
    if (typeof answer !== 'object' || answer === null)
      throw new TypeError(
        'mock.fetch: the answer is an object such as { status: 200, json: {} }, a Response, a function that returns one, or an Error',
      );
    const unknown = Object.keys(answer).find((key) => !FIELDS.includes(key));
    if (unknown !== undefined)
      throw new TypeError(`mock.fetch: the answer has no field ${unknown}, but ${FIELDS.join(', ')}`);
  }

  function toResponse(answer) {
    checkAnswer(answer);
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer.clone();
    const { json, text, body = text ?? null, ...init } = answer;
    return json === undefined ? new Response(body, init) : Response.json(json, init);
  }

  function arrange(pattern, answer) {
    const { method, url } = parsePattern(pattern);
    if (typeof answer !== 'function') checkAnswer(answer);
    const known = arranged.find((each) => each.pattern === pattern);
    if (known) known.answers.push(answer);
    else arranged.push({ pattern, method, url, answers: [answer] });
  }

  /** Several answers to one request are given in turn; the last one stays. */
  async function answer({ method, url, headers, body }, failure) {
    const bytes = body === null ? undefined : Uint8Array.fromBase64(body);
    const text = bytes && new TextDecoder().decode(bytes);
    made.push({ method, url, headers: Object.fromEntries(headers), body: text ?? null, ...jsonOf(text) });
    const found = arranged.findLast((each) => each.method === method && each.url.test(url));
    if (found) {
      const given = found.answers.length > 1 ? found.answers.shift() : found.answers[0];
      const request = new Request(url, { method, headers, body: bytes });
      return { response: toResponse(typeof given === 'function' ? await given(request) : given) };
    }
    failure.name = 'UnexpectedRequest';
    failure.message = `The test has no answer for ${method} ${url}; arrange one with mock.fetch('${method} ${url}', { status: 200, json: {} })`;
    unexpected ??= failure;
    throw failure;
  }

  function jsonOf(text) {
    try {
      return { json: JSON.parse(text) };
    } catch {
      return {};
    }
  }

  /** In a test no mail is sent. */
  async function send(message) {
    mails.push(message);
    return { refused: [] };
  }

  /** In a test nothing is queued: it can call the function itself. */
  async function queue({ function: name, input, options = {} }) {
    const { key } = options;
    const isNew =
      key === undefined || !queued.some((run) => run.function === name && run.options.key === key);
    if (isNew) queued.push({ function: name, input, options });
    return { isNew };
  }

  /** Values of one kind that functions get instead of the domain's test values, if they declare them; null for none. */
  function give(kind, values) {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value !== 'string' && value !== null)
        throw new TypeError(`mock.${kind}: ${name} is ${show(value)}, not a text or null`);
      given[kind][name] = value ?? undefined;
    }
  }

  /** The time of functions and test from here on; it passes as ever. */
  function setNow(date) {
    const time = new Date(date).getTime();
    if (Number.isNaN(time)) throw new RangeError(`mock.now: ${show(date)} is no date`);
    shift = time - now();
    if (Date === Mocked) return;
    globalThis.Date = Mocked;
    Mocked.prototype.constructor = Mocked;
  }

  const Real = Date;
  const Mocked = new Proxy(Real, {
    construct: (_, given, type) =>
      Reflect.construct(Real, given.length === 0 ? [now() + shift] : given, type),
    apply: () => new Real(now() + shift).toString(),
    get: (target, key) => (key === 'now' ? mockedNow : Reflect.get(target, key)),
  });
  const mockedNow = () => now() + shift;

  return {
    mock: Object.freeze({
      fetch: arrange,
      requests: () => structuredClone(made),
      mails: () => structuredClone(mails),
      queued: () => structuredClone(queued),
      now: setNow,
      secrets: (values) => give('secrets', values),
      variables: (values) => give('variables', values),
    }),
    given,
    answer,
    queue,
    send,
    unexpected: () => unexpected,
  };
});
