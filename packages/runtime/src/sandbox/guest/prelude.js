/*
 * Runs inside the sandbox, before any code of the customer. Only the prelude and the console hold the host's
 * functions; all data that crosses is text. Customers who change the built-ins below affect only their own
 * machine: it is never shared with another domain, version or test.
 */
(function prelude(parts, host, settle, print, enter, random, expect) {
  'use strict';
  const { parse, stringify } = JSON;
  const inspect = parts.inspect();
  const { show, short, describe } = inspect;
  const { toJson, isGeneratorFunction, ...faults } = parts.json();
  const { methods, reset } = parts.console(inspect, print);
  /** Result of `expect`. */
  const assertion = expect && Object.getPrototypeOf(expect(0));
  const waiting = new Map();
  const functions = new Map();
  /** Calls of functions that a test has started and that have not ended: from their place to their name. */
  const unended = new Map();
  let nextId = 1;

  parts['built-ins'](fail);
  // Snapshots would otherwise give every machine the same sequence.
  Math.random = () => random();
  globalThis.console = methods;

  /** Calls the service. The error is created here, so that it points at the caller's line. */
  function ask(operation, argument) {
    const failure = new Error();
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

  function nested(caller, depth, event, name, input) {
    const path = `functions/${name}.js`;
    const place = caller.kind === 'test' ? new Error() : undefined;
    return (async () => {
      // The function receives a copy, as over HTTP.
      const given = copy(input, `The input of ${name}`);
      const refusal = enter(depth, path);
      if (refusal) throw Object.assign(new Error(), parse(refusal));
      if (place) unended.set(place, name);
      try {
        const main = await load(path);
        return copy(await main(given, capabilities(caller, depth, event)), `The result of ${name}`);
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

  /**
   * Context of a function besides its input; immutable. Includes the event that called the function or its
   * caller. Cached by caller and depth, except for events emitted on the way.
   */
  function capabilities(caller, depth, event) {
    const isFirst = event === caller.identity.event;
    const known = isFirst ? caller.capabilities[depth] : undefined;
    if (known) return known;
    const made = Object.freeze({
      ...caller.identity,
      event,
      call: (name, input) => nested(caller, depth + 1, event, String(name), input),
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
    });
    if (isFirst) caller.capabilities[depth] = made;
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
    if (!call && !request) return;
    const [place, what] = call ? [call[0], `call('${call[1]}')`] : [request.failure, request.operation];
    place.name = 'NotAwaited';
    place.message = `The test did not await ${what}, which ${ending}`;
    fail(place);
  }

  /** Data shared by the calls of one person to one file; the host keeps it for the next call. */
  function prepare(kind, path, contextText) {
    const { identity } = parse(contextText);
    return { kind, path, main: functions.get(path), identity: freeze(identity), capabilities: [] };
  }

  async function start(caller, inputText) {
    let text;
    reset();
    try {
      const main = (caller.main ??= await load(caller.path));
      const given = capabilities(caller, 0, caller.identity.event);
      if (caller.kind === 'test') text = resultOfTest(await main({ expect, ...given }));
      else
        text =
          toJson(await main(inputText === '' ? undefined : parse(inputText), given), 'The result') ?? 'null';
    } catch (error) {
      fail(error);
      return;
    }
    settle(true, text);
  }

  /**
   * The return value of a test is displayed but doesn't affect its result: an assertion becomes nothing, and
   * values without a JSON form are shown as text.
   */
  function resultOfTest(value) {
    const isNothing = (part) => part === undefined || assertion.isPrototypeOf(part);
    try {
      if (isNothing(value) || (Array.isArray(value) && value.length > 0 && value.every(isNothing)))
        return 'null';
      return toJson(value, 'The result') ?? 'null';
    } catch {}
    return stringify(short(value));
  }

  return { prepare, start, deliver, unhandled, notAwaited };
});
