import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox, SEARCH } from '../../test/sandbox-fixture.ts';

const { run, close } = openSandbox();
afterAll(close);

const LIMIT_MS = 300;
/** Timeout of steps that don't measure time; suffices on a busy machine. */
const UNHURRIED_MS = 60_000;

const outcome = async (body: string, timeoutMs = UNHURRIED_MS) => {
  const { failure, result } = await run(`export default async (input, context) => {\n${body}\n}`, {
    timeoutMs,
    answerHostCall: () => Promise.resolve('{"status":200,"headers":[],"body":null}'),
  });
  return failure ? `${failure.name}: ${failure.message}` : (JSON.parse(result) as unknown);
};

describe('a way out through the globals of the web', () => {
  it.each([
    ['new URL("http://a/?b").searchParams', 'new URL("http://a/?b")'],
    ['new Headers({ a: "b" }).entries()', 'new Headers()'],
    ['new Request("http://a", { method: "POST", body: "x" })', 'new Request("http://a").signal'],
    ['new Response("x").body', 'new Response("x").body.getReader()'],
    ['fetch("http://a")', 'await fetch("http://a")'],
    ['crypto.subtle.digest("SHA-256", new Uint8Array(1))', 'crypto'],
    ['new Intl.DateTimeFormat("de")', 'new Intl.DateTimeFormat("de").format'],
    ['new Intl.Segmenter("de").segment("a b")', 'new Intl.Locale("de")'],
    ['new TextDecoder("shift_jis")', 'new TextEncoder()'],
    ['new EventTarget()', 'AbortSignal.abort()'],
    ['structuredClone(new Map([[1, new Date()]]))', 'new FormData()'],
    [
      '(() => { try { new URL("x") } catch (e) { return e } })()',
      '(() => { try { new Intl.NumberFormat("x y") } catch (e) { return e } })()',
    ],
  ])('is not found in %s and %s', async (first, second) => {
    const body = `${SEARCH}\nconst values = [${first}, ${second}];\nsearch(values, 'values');\nreturn found`;
    expect(await outcome(body)).toEqual([]);
  });

  it('is not shown by the source or the stack of the platform', async () => {
    const body = `const texts = [fetch, URL, Response, Intl.DateTimeFormat, Headers.prototype.get, console.log].map(String);
      try { new Intl.NumberFormat('x y') } catch (e) { texts.push(e.stack) }
      try { new URL('x') } catch (e) { texts.push(e.stack) }
      return texts.join('\\n')`;
    expect(await outcome(body)).not.toMatch(/askIcu|#parts|icu\.ts|node_modules|file:\/\//);
  });

  it.each([
    'const get = Object.getOwnPropertyDescriptor(URL.prototype, "href").get; return get.call({})',
    'return URL.prototype.href',
    'return Headers.prototype.get.call(new Map(), "a")',
    'return Response.prototype.text.call(new Blob())',
    'return Intl.NumberFormat.prototype.format.call(new Intl.Collator())',
    'return Object.getOwnPropertyDescriptor(Blob.prototype, "size").get.call(Object.create(Blob.prototype))',
    'return TextDecoder.prototype.decode.call(new TextEncoder(), new Uint8Array())',
    'return AbortSignal.prototype.throwIfAborted.call({})',
    'return URLSearchParams.prototype.append.call(new Headers(), "a", "b")',
  ])('does not open for an object of another kind: %s', async (body) => {
    expect(await outcome(body)).toMatch(/^TypeError: /);
  });
});

describe('one call to the next', () => {
  it('of another domain sees nothing of what was changed', async () => {
    const pollute = `export default () => {
      Response.prototype.text = () => 'stolen'; Request = class {}; URL.prototype.toString = () => 'http://evil';
      Headers.prototype.get = () => 'evil'; globalThis.fetch = () => 1; Intl.DateTimeFormat.prototype.formatToParts = () => [];
      Object.prototype.toJSON = () => 'evil'; crypto.subtle.digest = () => 1; return 1 }`;
    await run(pollute, { domainId: 'evil', timeoutMs: UNHURRIED_MS });
    const read = `export default async () => [await new Response('x').text(), \`\${new URL('http://a')}\`, new Headers({ a: 'b' }).get('a'), String(fetch).includes('=>')]`;
    for (const domainId of ['acme', 'evil']) {
      const { result } = await run(read, { domainId, timeoutMs: UNHURRIED_MS });
      expect(JSON.parse(result)).toEqual(['x', 'http://a/', 'b', false]);
    }
  });

  it('of a public address gets its own request, whatever an earlier one left in the machine', async () => {
    const key = 'acme:hyper-dispatch:requests';
    const source = `export default async (params, { request }) => {
      globalThis.kept ??= request;
      return Response.json([params, request.headers.get('cookie'), await request.text(), kept === request, kept.bodyUsed]);
    }`;
    const call = async (cookie: string) => {
      const { failure, result } = await run(source, {
        key,
        requestBody: btoa(cookie),
        timeoutMs: UNHURRIED_MS,
        input: {
          request: {
            method: 'POST',
            url: 'https://run.example/',
            headers: [['cookie', cookie]],
          },
          params: { of: cookie },
        },
      });
      expect(failure).toBeNull();
      const { body } = JSON.parse(result) as { body: string };
      return JSON.parse(atob(body)) as unknown;
    };
    expect(await call('first')).toEqual([{ of: 'first' }, 'first', 'first', true, true]);
    expect(await call('second')).toEqual([{ of: 'second' }, 'second', 'second', false, true]);
  });
});

describe('too much', () => {
  it.each([
    [
      'addresses',
      'const long = "http://a/" + "b".repeat(1e6), all = []; for (;;) all.push(new URL(long))',
      'MemoryLimit',
    ],
    [
      'parameters',
      'const all = []; for (;;) all.push(new URLSearchParams("a=b&".repeat(1e4)))',
      'MemoryLimit',
    ],
    [
      'escaped text in an address',
      'const all = []; for (;;) all.push(new URL("http://a/?" + "ü".repeat(1e6)).href)',
      'MemoryLimit|InternalError',
    ],
    ['blobs', 'let all = new Blob(["x".repeat(1e6)]); for (;;) all = new Blob([all, all])', 'MemoryLimit'],
    [
      'a body without end',
      'return new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1e6)) } })).text()',
      'MemoryLimit',
    ],
    [
      'copies of a body',
      'const all = []; const r = new Response("x".repeat(1e6)); for (;;) all.push(await r.clone().arrayBuffer())',
      'MemoryLimit',
    ],
    [
      'headers',
      'const all = new Headers(); for (let i = 0; ; i++) all.append("a" + i, "b".repeat(1000))',
      'MemoryLimit',
    ],
    [
      'a header that grows',
      'const all = new Headers(); for (;;) all.append("a", "b".repeat(1e5))',
      'MemoryLimit|InternalError',
    ],
    ['form fields', 'const all = new FormData(); for (;;) all.append("a", "b".repeat(1e4))', 'MemoryLimit'],
    [
      'listeners',
      'const all = []; for (;;) { const t = new EventTarget(); t.addEventListener("a", () => t); all.push(t) }',
      'MemoryLimit',
    ],
    ['signals', 'const all = []; for (;;) all.push(AbortSignal.any(all.slice(-1)))', 'MemoryLimit'],
    [
      'events that dispatch events',
      'const t = new EventTarget(); t.addEventListener("a", () => t.dispatchEvent(new Event("a"))); t.dispatchEvent(new Event("a"))',
      'StackLimit',
    ],
    [
      'a deep clone',
      'let deep = []; for (let i = 0; i < 1e5; i++) deep = [deep]; structuredClone(deep)',
      'StackLimit',
    ],
    [
      'a wide clone',
      'let all = [new Uint8Array(1e6)]; for (;;) all = [structuredClone(all), all]',
      'MemoryLimit',
    ],
    ['a result of a body', 'return context.call("main")', 'CallDepthLimit'],
    ['segments', 'return [...new Intl.Segmenter("de").segment("a".repeat(1e6))].length', 'RangeError'],
    ['digits', 'return new Intl.NumberFormat("de").format(10n ** 20000n)', 'RangeError'],
    ['a locale', 'return new Intl.NumberFormat("de-" + "x".repeat(1e6)).format(1)', 'RangeError'],
    [
      'locales',
      'return new Intl.NumberFormat({ length: 2 ** 53 - 1, 0: "de" }).format(1) === "1" ? "done" : 0',
      'done',
    ],
    [
      'options',
      'return new Intl.DateTimeFormat("de", { timeZone: "x".repeat(1e6) }).format(1)',
      'RangeError',
    ],
    ['a compared text', 'return "a".repeat(3e6).localeCompare("b", "de")', 'RangeError'],
    [
      'an old encoding',
      'const d = new TextDecoder("shift_jis"); for (;;) d.decode(new Uint8Array(1e6), { stream: true })',
      'RangeError|MemoryLimit',
    ],
    ['random bytes', 'return crypto.getRandomValues(new Uint8Array(65537))', 'RangeError|QuotaExceededError'],
    [
      'derived bytes',
      'const k = await crypto.subtle.importKey("raw", new Uint8Array(4), "HKDF", false, ["deriveBits"]); return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(1), info: new Uint8Array(1) }, k, 2 ** 31 - 8)',
      '.*(?:Error|Limit|Crash)',
    ],
    [
      'the body of a request',
      'return fetch("http://a", { method: "POST", body: "x".repeat(12e6) })',
      'MemoryLimit|HostCallLimit',
    ],
    ['requests', 'for (let i = 0; i < 2000; i++) await fetch("http://a")', 'HostCallLimit'],
    [
      'requests at a time',
      'return Promise.all(Array.from({ length: 60 }, () => fetch("http://a")))',
      'HostCallLimit',
    ],
  ])('is refused: %s', { timeout: 2 * UNHURRIED_MS }, async (_, body, expected) => {
    expect(String(await outcome(body))).toMatch(new RegExp(`^(?:${expected})(?::|$)`));
  });

  it.each([
    [
      'a key of a password',
      'const k = await crypto.subtle.importKey("raw", new Uint8Array(4), "PBKDF2", false, ["deriveBits"]); return crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(8), iterations: 2 ** 31 - 1 }, k, 512)',
    ],
    [
      'keys',
      'for (;;) await crypto.subtle.generateKey({ name: "RSASSA-PKCS1-v1_5", modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" }, true, ["sign"])',
    ],
    [
      'formatters',
      'for (let i = 0; ; i++) new Intl.DateTimeFormat("de", { hour: "numeric", timeZone: i % 2 ? "Europe/Vienna" : "UTC" }).format(i)',
    ],
    ['an option that never answers', 'new Intl.NumberFormat("de", { get style() { for (;;); } })'],
    ['headers without end', 'new Headers({ [Symbol.iterator]: function* () { for (;;) yield ["a", "b"] } })'],
    [
      'a stream that never ends',
      'for await (const part of new ReadableStream({ pull(c) { c.enqueue(1) } })) part',
    ],
  ])('ends with its time: %s', async (_, body) => {
    expect(await outcome(body, LIMIT_MS)).toMatch(/^(?:Time|Memory)Limit: /);
  });
});

describe('Intl', () => {
  it('answers nothing but what it lists, whatever a function makes of its JSON', async () => {
    // What the platform serializes passes through what the customer may change.
    const forged = [
      '"[]"',
      '"{}"',
      '"null"',
      '"5"',
      '"[\\"__proto__\\",[],{}]"',
      '"[\\"constructor\\",[],{}]"',
      '"[\\"Function\\",[\\"return process\\"],{}]"',
      '"[\\"NumberFormat\\",{\\"length\\":1e9},{}]"',
      '"[\\"NumberFormat\\",[{\\"length\\":1e9}],{}]"',
      '"[\\"ListFormat\\",[\\"de\\"],{\\"style\\":{\\"length\\":1e9}}]"',
      '"[\\"NumberFormat\\",[\\"de\\"],{\\"__proto__\\":{\\"style\\":\\"percent\\"}}]"',
      '"not JSON"',
    ];
    for (const what of forged) {
      const body = `Array.prototype.toJSON = function () { return JSON.parse(${what}) };
        try { return [typeof new Intl.NumberFormat('de').format(1)] } catch (e) { return { name: e.name } }`;
      const answer = await outcome(body);
      expect(JSON.stringify(answer)).not.toMatch(/process|Crash|Unavailable/);
    }
    const methods = `Array.prototype.toJSON = function () { return this[0] === 'resolvedOptions' ? ['__proto__'] : this };
      new Intl.NumberFormat('de')`;
    expect(await outcome(methods)).toMatch(/^TypeError: /);
  });

  it('does not let one option pass for another', async () => {
    expect(
      await outcome(
        `const trap = new Proxy({}, { get: (_, name) => (name === 'style' ? { toString: () => 'percent' } : undefined) });
         return [new Intl.NumberFormat('de', trap).format(0.5), new Intl.NumberFormat('en', { minimumFractionDigits: '2' }).format(1)]`,
      ),
    ).toEqual(['50\u00a0%', '1.00']);
  });
});

describe('a request', () => {
  it.each([
    ['fetch("http://a", { headers: { "x": "1\\r\\nHost: b" } })', 'is no value of a header'],
    ['fetch("http://a", { headers: { "x\\r\\nHost": "b" } })', 'is no name of a header'],
    ['fetch("http://a", { method: "GET / HTTP/1.1\\r\\nX: y" })', 'is no method of a request'],
    ['fetch("http://a", { method: "TRACE" })', 'is no method of a request'],
    ['fetch("file:///etc/passwd")', 'only http: and https: can be reached'],
    ['fetch("data:text/plain,x")', 'only http: and https: can be reached'],
    ['fetch("//a")', 'Failed to parse URL'],
    ['fetch("http://user:secret@a")', 'a user name or password is refused'],
    ['fetch({ toString() { throw new Error("mine") } })', 'mine'],
    ['fetch("http://a", { redirect: "anywhere" })', 'redirect is follow, manual, error'],
  ])('is refused: %s', async (call, message) => {
    expect(await outcome(`await ${call}`)).toContain(message);
  });

  it.each([
    ['bytes', '(await request.bytes()).length'],
    ['text', '(await request.text()).length'],
    ['JSON', '(await request.json()).length + 2'],
    ['a blob', '(await request.blob()).size'],
    [
      'a stream',
      'await (async () => { let sum = 0; for await (const { length } of request.body) sum += length; return sum; })()',
    ],
    [
      'a hash',
      '(await request.clone().bytes()).length + 0 * (await crypto.subtle.digest("SHA-256", await request.arrayBuffer())).byteLength',
    ],
  ])('with a body of 6 MiB reaches a function that reads it as %s', async (_, read) => {
    const requestBody = Buffer.from(`"${'x'.repeat(6 * 1024 * 1024 - 2)}"`).toString('base64');
    const { failure, result } = await run(
      `export default async (params, { request }) => ({ length: ${read} })`,
      {
        requestBody,
        timeoutMs: UNHURRIED_MS,
        input: { request: { method: 'POST', url: 'https://run.example/', headers: [] }, params: {} },
      },
    );
    expect(failure).toBeNull();
    expect(atob((JSON.parse(result) as { body: string }).body)).toBe('{"length":6291456}');
  });
});
