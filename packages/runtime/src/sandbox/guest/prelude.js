/*
 * Runs inside the sandbox, before any code of the customer. Only the prelude and the console hold the host's
 * functions; all data that crosses is text. Customers who change the built-ins below affect only their own
 * machine: it is never shared with another domain, version or test.
 */
(function prelude(parts, host, settle, print, enter, wake, random, icu) {
  'use strict';
  const { parse, stringify } = JSON;
  /** Fields of the platform's own classes, for the console. */
  const views = [];
  const inspect = parts.inspect(views);
  const { show, showPart, short, describe } = inspect;
  const { toJson, isGeneratorFunction, ...faults } = parts.json();
  const { methods, reset } = parts.console(inspect, print);
  /** Parts that tests have in addition, from `prepareTests` on. */
  let testing;
  const waiting = new Map();
  const functions = new Map();
  /** Calls of functions that a test has started and that have not ended: from their place to their name. */
  const unended = new Map();
  let nextId = 1;

  parts['built-ins'](fail);
  const timers = parts.timers(wake, fail, () => testing !== undefined);
  // Snapshots would otherwise give every machine the same sequence.
  Math.random = () => random();
  globalThis.console = methods;
  const http = installGlobals();

  /** Globals that the engine does not have, or not as they are elsewhere. */
  function installGlobals() {
    const install = ({ globals, views: shown = [] }) => {
      for (const [name, value] of Object.entries(globals)) {
        Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
        const tag = { value: name, configurable: true };
        if (value.prototype) Object.defineProperty(value.prototype, Symbol.toStringTag, tag);
      }
      views.push(...shown);
    };
    const encoding = parts.encoding((argument) => parse(icu('decode', stringify(argument)) ?? '{}'));
    const urls = parts.url();
    const events = parts.events(timers.setQuietly);
    for (const part of [parts.intl(icu), encoding, urls, events]) install(part);
    const streams = parts.streams();
    install({
      globals: streams,
      views: ['ReadableStream', 'WritableStream', 'TransformStream'].map((name) => [
        streams[name],
        ({ locked }) => ({ isWhole: true, fields: locked === undefined ? {} : { locked } }),
      ]),
    });
    for (const type of [Crypto, SubtleCrypto, CryptoKey])
      Object.defineProperty(type.prototype, 'constructor', {
        value: type,
        configurable: true,
        writable: true,
      });
    const bodies = parts.bodies(encoding, urls.globals, streams);
    const made = parts.http(bodies, urls.globals, events.globals);
    const { fetch } = parts.fetch(made, events, (request, failure) =>
      testing ? testing.answer(request, failure) : ask('fetch', request, failure),
    );
    install(bodies);
    install(made);
    // Blobs never change.
    install(parts.clone((value) => value instanceof bodies.globals.Blob));
    install({ globals: { fetch } });
    return made;
  }

  /** The assertion library is loaded into a machine that has the globals. */
  function prepareTests(expect) {
    testing = { expect, assertion: Object.getPrototypeOf(expect(0)), ...parts.mock(http.globals, showPart) };
  }

  /** Calls the service. The error is created here, so that it points at the caller's line. */
  function ask(operation, argument, failure = new Error()) {
    return new Promise((resolve, reject) => {
      // It may throw, and then nothing was asked.
      const text = toJson(argument, `The argument of ${operation}`) ?? 'null';
      const id = nextId++;
      waiting.set(id, { resolve, reject, failure, operation });
      const refusal = host(id, operation, text);
      if (refusal) deliver(id, false, refusal);
    });
  }

  function deliver(id, isOk, text) {
    const { resolve, reject, failure } = waiting.get(id);
    waiting.delete(id);
    const value = parse(text);
    if (isOk) resolve(value);
    else reject(Object.assign(failure, value));
  }

  async function load(path) {
    const known = functions.get(path);
    if (known) return known;
    const { default: main } = await import(path);
    if (typeof main !== 'function') throw new TypeError(`${path} has no default export that is a function`);
    if (isGeneratorFunction(main))
      throw new TypeError(
        `The default export of ${path} is a generator function, of which a call runs nothing: export a function or an async function`,
      );
    functions.set(path, main);
    return main;
  }

  function nested(caller, depth, event, name, input, params = {}) {
    const place = caller.kind === 'test' ? new Error() : undefined;
    return (async () => {
      const isRequest = input instanceof http.globals.Request;
      // The function receives a copy, as over HTTP.
      const given = copy(isRequest ? params : input, `The input of ${name}`);
      const { path, ...refusal } = parse(enter(depth, name));
      if (path === undefined) throw Object.assign(new Error(), refusal);
      if (place) unended.set(place, name);
      try {
        const main = await load(path);
        const context = capabilities(caller, depth, event, path);
        if (isRequest) return await respond(main, given, context, input);
        return copy(await main(given, context), `The result of ${name}`);
      } finally {
        if (place) unended.delete(place);
      }
    })();
  }

  function copy(value, what) {
    const text = toJson(value, what);
    return text === undefined ? undefined : parse(text);
  }

  const unless = (fault, operation, argument) => (fault ? Promise.reject(fault) : ask(operation, argument));

  const content = Object.freeze({
    find: (collection, query) => unless(faults.faultOfQuery(query), 'content.find', { collection, query }),
    get: (collection, id) => ask('content.get', { collection, id }),
    insert: (collection, entry) =>
      unless(faults.faultOfEntry('content.insert', entry), 'content.insert', { collection, entry }),
    update: (collection, id, changes) =>
      unless(faults.faultOfChanges('content.update', changes), 'content.update', { collection, id, changes }),
    delete: (collection, id) => ask('content.delete', { collection, id }),
    transaction: (operations) =>
      unless(faults.faultOfOperations(operations), 'content.transaction', operations),
  });

  const noValues = Object.freeze({ secrets: namedValues('secret'), variables: namedValues('variable') });

  const mail = Object.freeze({
    send: (message) => (testing ? testing.send(copy(message, 'The mail')) : ask('mail.send', message)),
  });

  /** Secrets and variables that a function declares. */
  function valuesOf({ kind, values }, path) {
    const item = path.replace(/\.\w+$/, '');
    if (!values || !item.startsWith('functions/')) return noValues;
    const declared = values.declared[item] ?? {};
    return {
      secrets: namedValues('secret', declared.secrets, given('secrets', values), item, kind),
      variables: namedValues('variable', declared.variables, given('variables', values), item, kind),
    };
  }

  const given = (kind, values) => (testing ? { ...values[kind], ...testing.given[kind] } : values[kind]);

  /** Only what is declared and set; to read anything else that looks like a name says what is missing. */
  function namedValues(kind, names = [], values = {}, item, callKind = 'function') {
    const own = Object.create(null);
    for (const name of names) if (values[name] !== undefined) own[name] = values[name];
    const get = (_own, name) => {
      if (own[name] !== undefined || typeof name !== 'string' || !/^[A-Z][A-Z0-9_]*$/.test(name))
        return own[name];
      const which = `The ${kind} ${name}`;
      if (!names.includes(name))
        throw new Error(
          item === undefined
            ? `${which} is not declared: only functions get secrets and variables, those that their metadata names`
            : `${which} is not declared: add it to ${kind}s in ${item}.meta.js`,
        );
      throw new Error(
        callKind === 'test'
          ? `${which} has no test value: enter one on the page Secrets & variables, or arrange one with mock.${kind}s({ ${name}: 'a value' })`
          : `${which} is not set: set it on the page Secrets & variables`,
      );
    };
    return new Proxy(Object.freeze(own), { get });
  }

  /**
   * Context of a function besides its input; immutable. Includes the event that called the function or its
   * caller. Cached by caller and depth, except for events emitted on the way.
   */
  function capabilities(caller, depth, event, path) {
    const isFirst = event === caller.identity.event;
    const key = caller.values ? `${depth} ${path}` : depth;
    const known = isFirst ? caller.capabilities[key] : undefined;
    // A test may have arranged other values in the meantime.
    if (known && !(testing && caller.values)) return known;
    const made = Object.freeze({
      ...caller.identity,
      event,
      call: (name, input, params) => nested(caller, depth + 1, event, String(name), input, params),
      async emit(emitted, payload) {
        const event = String(emitted);
        const rules = await ask('rules.match', { event });
        const results = [];
        for (const rule of rules) {
          results.push({
            rule: rule.name,
            function: rule.function,
            result: await nested(caller, depth + 1, event, rule.function, payload),
          });
        }
        return results;
      },
      content,
      ...valuesOf(caller, path),
      mail,
      later(name, input, options) {
        const run = { function: String(name), input, ...(options !== undefined && { options }) };
        return testing ? testing.queue(copy(run, 'The argument of later')) : ask('later', run);
      },
    });
    if (isFirst) caller.capabilities[key] = made;
    return made;
  }

  function freeze(value) {
    if (typeof value !== 'object' || value === null) return value;
    for (const part of Object.values(value)) freeze(part);
    return Object.freeze(value);
  }

  /** Nothing that the customer changed may keep a failure from being reported. */
  function fail(error, note = '') {
    let text = '';
    try {
      const described = describe(error);
      described.message += note;
      text = stringify(described);
    } catch {}
    settle(false, text);
  }

  /** A rejection that nothing handled: it fails a call that has no other end, and is written down otherwise. */
  function unhandled(isDeciding, reason) {
    if (isDeciding) fail(reason, '\nUnhandled rejection: nothing awaited this promise.');
    else print(`Unhandled rejection: ${show(reason)}`);
  }

  /** Fails a test that ends before the work it started. */
  function notAwaited(ending) {
    const [call] = unended;
    const [request] = waiting.values();
    const timer = timers.left();
    if (!call && !request && !timer) return;
    const [place, what] = call
      ? [call[0], `call('${call[1]}')`]
      : request
        ? [request.failure, request.operation]
        : [timer.place, timer.name];
    place.name = 'NotAwaited';
    place.message = `The test did not await ${what}, which ${ending}`;
    fail(place);
  }

  /** Data shared by the calls of one person to one file; the host keeps it for the next call. */
  function prepare(kind, path, contextText) {
    const { identity, values } = parse(contextText);
    const main = functions.get(path);
    return { kind, path, main, identity: freeze(identity), values, capabilities: {} };
  }

  async function start(caller, inputText, isHttp, body) {
    let text;
    reset();
    timers.reset();
    try {
      const main = (caller.main ??= await load(caller.path));
      const given = capabilities(caller, 0, caller.identity.event, caller.path);
      const input = inputText === '' ? undefined : parse(inputText);
      if (caller.kind === 'test') text = resultOfTest(await main({ ...testContext(), ...given }));
      else if (isHttp) {
        const request = http.requestFrom(input.request, body);
        // Only the request keeps it, until it is read.
        body = undefined;
        text = stringify(await http.toResponseEnvelope(await respond(main, input.params, given, request)));
      } else text = toJson(await main(input, given), 'The result') ?? 'null';
    } catch (error) {
      fail(testing?.unexpected() ?? error);
      return;
    }
    if (testing?.unexpected()) fail(testing.unexpected());
    else settle(true, text);
  }

  const testContext = () => ({ expect: testing.expect, mock: testing.mock });

  /** Calls a function with a request. A value is JSON; a thrown error with a status from 400 to 499 is a response. */
  async function respond(main, params, context, request) {
    const { Response } = http.globals;
    let value;
    try {
      value = await main(params, Object.freeze({ ...context, request }));
    } catch (error) {
      const { status, message } = error ?? {};
      if (!Number.isInteger(status) || status < 400 || status > 499) throw error;
      return http.jsonResponse(stringify({ message: String(message) }), status);
    }
    if (!(value instanceof Response)) return http.jsonResponse(toJson(value, 'The result') ?? 'null', 200);
    if (value.status === 0) throw new TypeError('Response.error() is no answer to a request');
    return value;
  }

  /**
   * The return value of a test is displayed but doesn't affect its result: an assertion becomes nothing, and
   * values without a JSON form are shown as text.
   */
  function resultOfTest(value) {
    const isNothing = (part) => part === undefined || testing.assertion.isPrototypeOf(part);
    try {
      if (isNothing(value) || (Array.isArray(value) && value.length > 0 && value.every(isNothing)))
        return 'null';
      return toJson(value, 'The result') ?? 'null';
    } catch {}
    return stringify(short(value));
  }

  return { prepare, prepareTests, start, deliver, unhandled, notAwaited, fire: timers.fire };
});
