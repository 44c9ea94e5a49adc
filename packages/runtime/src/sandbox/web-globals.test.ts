import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox-fixture.ts';
import { HostCallError } from './worker/host-call.ts';

const { run, close } = openSandbox();
afterAll(close);

/** Timeout of steps that don't measure time; suffices on a busy machine. */
const timeoutMs = 60_000;

const valueOf = async (expression: string) => {
  const { failure, result } = await run(`export default async () => (${expression})`, { timeoutMs });
  expect(failure).toBeNull();
  return JSON.parse(result) as unknown;
};
/** What an expression throws, as `name: message`. */
const thrownBy = (expression: string) =>
  valueOf(
    `await (async () => { try { ${expression}; return 'nothing' } catch (e) { return e.name + ': ' + e.message } })()`,
  );

describe('globals of the web', () => {
  it.each([
    [
      "new URL('../b?x=1&x=2#f', 'https://ü.example:443/a/c/d').href",
      'https://xn--tda.example/a/b?x=1&x=2#f',
    ],
    [
      "(() => { const u = new URL('https://a.example/?x=1'); const p = u.searchParams; p.append('y', 'ä ö'); u.hash = 'z'; const first = u.href; u.search = '?q=1'; return [first, p.get('q'), p === u.searchParams, `${u}`, JSON.stringify({ u })] })()",
      [
        'https://a.example/?x=1&y=%C3%A4+%C3%B6#z',
        '1',
        true,
        'https://a.example/?q=1#z',
        '{"u":"https://a.example/?q=1#z"}',
      ],
    ],
    ["[URL.canParse('x'), URL.parse('x'), URL.parse('/b', 'http://a').pathname]", [false, null, '/b']],
    [
      "(() => { const p = new URLSearchParams({ b: '2', a: 1 }); p.append('a', \"*'()~!\"); p.sort(); p.set('b', 'x y'); p.delete('a', '1'); return [p.toString(), p.size, [...p], p.has('b', 'x y'), p.getAll('a')] })()",
      [
        'a=*%27%28%29%7E%21&b=x+y',
        2,
        [
          ['a', "*'()~!"],
          ['b', 'x y'],
        ],
        true,
        ["*'()~!"],
      ],
    ],
    ["[...new URLSearchParams('?a=%ff&=x&b')].join('|')", 'a,\ufffd|,x|b,'],
    ["[...new TextEncoder().encode('a\\ud800€')]", [97, 239, 191, 189, 226, 130, 172]],
    [
      "['latin1', 'Shift_JIS', ' utf8 ', 'utf-16be', 'koi8-r'].map((label) => new TextDecoder(label).encoding)",
      ['windows-1252', 'shift_jis', 'utf-8', 'utf-16be', 'koi8-r'],
    ],
    ["new TextDecoder('latin1').decode(new Uint8Array([0x80, 0xe4]))", '€ä'],
    [
      "(() => { const d = new TextDecoder('shift_jis'); return [d.decode(new Uint8Array([0x83]), { stream: true }), d.decode(new Uint8Array([0x65, 0x83]), { stream: true }), d.decode(new Uint8Array([0x58]))] })()",
      ['', 'テ', 'ス'],
    ],
    ["[btoa('a'), atob('YQ=='), structuredClone(new Map([[1, { a: 1 }]])).get(1).a]", ['YQ==', 'a', 1]],
    [
      "await (async () => { const b = new Blob(['ä', new Uint8Array([98]), new Blob(['c'])], { type: 'Text/Plain' }); return [b.size, b.type, await b.text(), await b.slice(2, 3).text(), b instanceof Blob, new File([b], 'n.txt').name] })()",
      [4, 'text/plain', 'äbc', 'b', true, 'n.txt'],
    ],
    [
      "await (async () => { const f = new FormData(); f.append('a', '1\\n2'); f.append('f', new Blob([new Uint8Array([0, 255])]), 'x\"y.bin'); const r = new Response(f); const type = r.headers.get('content-type').replace(/=.*/, ''); const g = await r.formData(); return [type, g.get('a'), g.get('f').name, [...await g.get('f').bytes()]] })()",
      ['multipart/form-data; boundary', '1\r\n2', 'x"y.bin', [0, 255]],
    ],
    [
      "(() => { const h = new Headers({ B: ' x ', 'Set-Cookie': 'a' }); h.append('b', 'y'); h.append('set-cookie', 'b'); return [[...h], h.get('B'), h.getSetCookie(), h.has('c'), String(h)] })()",
      [
        [
          ['b', 'x, y'],
          ['set-cookie', 'a'],
          ['set-cookie', 'b'],
        ],
        'x, y',
        ['a', 'b'],
        false,
        '[object Headers]',
      ],
    ],
    [
      "await (async () => { const r = new Request('http://a.example/x', { method: 'post', body: new URLSearchParams({ a: '1' }) }); const c = r.clone(); return [r.method, r.url, r.headers.get('content-type'), await r.text(), await c.text(), r.bodyUsed, new Request(new Request('http://a/', { headers: { x: '1' } })).headers.get('x')] })()",
      [
        'POST',
        'http://a.example/x',
        'application/x-www-form-urlencoded;charset=UTF-8',
        'a=1',
        'a=1',
        true,
        '1',
      ],
    ],
    [
      "await (async () => { const r = Response.json({ a: 1 }, { status: 201 }); const text = await new Response(r.clone().body).text(); return [r.status, r.ok, r.headers.get('content-type'), text, await r.json(), Response.redirect('http://a.example').headers.get('location')] })()",
      [201, true, 'application/json', '{"a":1}', { a: 1 }, 'http://a.example/'],
    ],
    [
      "await (async () => { const s = new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode('ab')); c.close() } }); const r = new Response(s); const parts = []; for await (const p of r.body) parts.push(...p); return [parts, await new Response(new Response('x').body.pipeThrough(new TransformStream())).text()] })()",
      [[97, 98], 'x'],
    ],
    [
      "(() => { const seen = []; const t = new EventTarget(); t.addEventListener('a', { handleEvent: (e) => seen.push(e.type, e.target === t) }, { once: true }); t.addEventListener('a', (e) => { e.preventDefault(); e.stopImmediatePropagation() }); t.addEventListener('a', () => seen.push('never')); const first = t.dispatchEvent(new Event('a', { cancelable: true })); t.dispatchEvent(new CustomEvent('a', { detail: 1 })); return [first, seen] })()",
      [false, ['a', true]],
    ],
    [
      "(() => { const c = new AbortController(); const any = AbortSignal.any([c.signal, new AbortController().signal]); const seen = []; any.onabort = () => seen.push(any.reason.name); c.abort(); c.abort(1); return [any.aborted, seen, AbortSignal.abort('why').reason] })()",
      [true, ['AbortError'], 'why'],
    ],
    [
      "await (async () => { const key = await crypto.subtle.importKey('raw', new TextEncoder().encode('key'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']); return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode('data'))).toHex() })()",
      '5031fe3d989c6d1537a013fa6e739da23463fdaec3b70137d828e36ace221bd0',
    ],
    [
      `(() => {
        const a = { d: new Date(0), r: /x/gi, e: new RangeError('m', { cause: { c: 1 } }), s: new Set(['x']), b: new Uint16Array([1, 2]).subarray(1), n: 1n, h: [1, , 3], o: Object(true), u: undefined };
        a.self = a;
        const c = structuredClone(a);
        return [c.self === c, c.d.getTime(), String(c.r), c.e instanceof RangeError, c.e.cause.c, c.s.has('x'), [...c.b], c.b !== a.b, String(c.n), 1 in c.h, c.o instanceof Boolean, 'u' in c];
      })()`,
      [true, 0, '/x/gi', true, 1, true, [2], true, '1', false, true, true],
    ],
    [
      `(() => { const a = new ArrayBuffer(2); const c = structuredClone({ a }, { transfer: [a] }); return [a.byteLength, c.a.byteLength, structuredClone(new Blob(['x'])).size] })()`,
      [0, 2, 1],
    ],
  ])('%s', async (expression, value) => {
    expect(await valueOf(expression)).toEqual(value);
  });

  it.each([
    ["new URL('x')", 'TypeError: Invalid URL'],
    ["new URLSearchParams([['a']])", 'TypeError: Each query pair must be an iterable [name, value] tuple'],
    ["new TextDecoder('nothing')", 'RangeError: The encoding "nothing" is not supported'],
    [
      "new TextDecoder('shift_jis', { fatal: true }).decode(new Uint8Array([0x83]))",
      'TypeError: The encoded data was not valid for shift_jis',
    ],
    ["new Headers({ 'a b': '' })", 'TypeError: Headers.append: "a b" is no name of a header'],
    ["new Headers({ a: 'x\\r\\nb: c' })", 'TypeError: Headers.append: "x\\r\\nb: c" is no value of a header'],
    ["new Headers({ a: '\\u0100' })", 'TypeError: Headers.append: "Ā" is no value of a header'],
    ["new Request('/x')", 'TypeError: Failed to parse URL from /x'],
    [
      "new Request('http://u:p@a/')",
      'TypeError: Request: a URL with a user name or password is refused; use the header Authorization',
    ],
    ["new Request('http://a', { body: 'x' })", 'TypeError: Request with GET method cannot have body'],
    [
      "new Request('http://a', { method: 'CONNECT' })",
      'TypeError: Request: "CONNECT" is no method of a request',
    ],
    ["new Response('x', { status: 204 })", 'TypeError: Response: a response with status 204 has no body'],
    [
      'new Response(null, { status: 99 })',
      'RangeError: Response: a status is a number from 200 to 599, not 99',
    ],
    [
      "const r = new Response('x'); await r.text(); await r.text()",
      'TypeError: The body has been read already: read it once, or clone the object before',
    ],
    ['structuredClone(new Headers())', 'DataCloneError: [object Headers] could not be cloned.'],
    ['structuredClone(Promise.resolve())', 'DataCloneError: [object Promise] could not be cloned.'],
    ['AbortSignal.abort().throwIfAborted()', 'AbortError: This operation was aborted'],
    ['new AbortSignal()', 'TypeError: Illegal constructor: use an AbortController'],
    ["await fetch('ftp://a/')", 'TypeError: fetch: only http: and https: can be reached, not ftp://a/'],
    ["await fetch('http://a/', { signal: AbortSignal.abort() })", 'AbortError: This operation was aborted'],
    ['structuredClone({ a: [() => 1] })', 'DataCloneError: A function could not be cloned.'],
  ])('refuse: %s', async (expression, error) => {
    expect(await thrownBy(expression)).toBe(error);
  });

  it('are shown in the console like other values', async () => {
    const { console } = await run(
      `export default () => console.log(new URLSearchParams('a=1'), new Headers({ A: 'b' }), new Blob(['x']), new Response('x', { status: 404 }))`,
      { timeoutMs },
    );
    expect(
      console,
    ).toBe(`URLSearchParams { 'a' => '1' } Headers { a: 'b' } Blob { size: 1, type: '' } Response {
  status: 404,
  statusText: '',
  headers: Headers { 'content-type': 'text/plain;charset=UTF-8' },
  ok: false,
  redirected: false,
  type: 'default',
  url: '',
  bodyUsed: false
}
`);
  });

  it('give different random values to machines of one snapshot', async () => {
    const source =
      'export default () => [crypto.randomUUID(), ...crypto.getRandomValues(new Uint8Array(8))].join()';
    const results = await Promise.all([1, 2, 3].map(() => run(source, { timeoutMs })));
    expect(new Set(results.map(({ result }) => result)).size).toBe(3);
  });
});

describe('fetch', () => {
  it('hands a request to the host and makes a response of its answer', async () => {
    const asked: unknown[] = [];
    const { failure, result } = await run(
      `export default async () => {
        const response = await fetch('https://api.example.com/v1?x=1', { method: 'POST', headers: { Authorization: 'Bearer x' }, body: JSON.stringify({ a: 1 }) });
        return [response.status, response.ok, response.url, response.redirected, response.headers.get('x-a'), await response.json()];
      }`,
      {
        timeoutMs,
        answerHostCall: (operation, argument) => {
          asked.push([operation, JSON.parse(argument)]);
          return Promise.resolve(
            JSON.stringify({
              status: 201,
              headers: [['x-a', 'b']],
              body: Buffer.from('{"ok":true}').toString('base64'),
              url: 'https://api.example.com/v2',
              redirected: true,
            }),
          );
        },
      },
    );
    expect(failure).toBeNull();
    expect(JSON.parse(result)).toEqual([201, true, 'https://api.example.com/v2', true, 'b', { ok: true }]);
    expect(asked).toEqual([
      [
        'fetch',
        {
          method: 'POST',
          url: 'https://api.example.com/v1?x=1',
          headers: [
            ['authorization', 'Bearer x'],
            ['content-type', 'text/plain;charset=UTF-8'],
          ],
          body: Buffer.from('{"a":1}').toString('base64'),
          redirect: 'follow',
        },
      ],
    ]);
  });

  it('fails with the error of the host, at the line of the call', async () => {
    const { failure } = await run(`export default async () => {\n  await fetch('https://example.com');\n}`, {
      timeoutMs,
      answerHostCall: () =>
        Promise.reject(new HostCallError('HostNotDeclared', 'example.com is not declared')),
    });
    expect(failure).toMatchObject({
      name: 'HostNotDeclared',
      message: 'example.com is not declared',
      file: 'functions/main.js',
      line: 2,
    });
  });

  it('ends with its signal, whatever the host does', async () => {
    const { failure, result } = await run(
      `export default async () => {
        const controller = new AbortController();
        const waits = fetch('https://example.com', { signal: controller.signal });
        queueMicrotask(() => queueMicrotask(() => controller.abort()));
        return waits.catch((error) => error.name);
      }`,
      { timeoutMs, answerHostCall: () => new Promise((resolve) => setTimeout(() => resolve('{}'), 50)) },
    );
    expect(failure).toBeNull();
    expect(JSON.parse(result)).toBe('AbortError');
  });

  it('ends when its time is over', async () => {
    const { failure, result } = await run(
      `export default () => fetch('https://example.com', { signal: AbortSignal.timeout(5) }).catch((error) => [error.name, error instanceof DOMException])`,
      { timeoutMs, answerHostCall: () => new Promise((resolve) => setTimeout(() => resolve('{}'), 500)) },
    );
    expect(failure).toBeNull();
    expect(JSON.parse(result)).toEqual(['TimeoutError', true]);
  });
});

describe('a call over HTTP', () => {
  const call = async (main: string, request: object = {}, params = {}, requestBody = '') => {
    const { failure, result } = await run(`export default ${main}`, {
      requestBody,
      timeoutMs,
      input: {
        request: { method: 'GET', url: 'https://run.example/x', headers: [], ...request },
        params,
      },
    });
    if (failure) return failure;
    const { status, headers, body } = JSON.parse(result) as {
      status: number;
      headers: [string, string][];
      body: string | null;
    };
    return {
      status,
      headers: Object.fromEntries(headers),
      body: body && Buffer.from(body, 'base64').toString(),
    };
  };
  const json = { 'content-type': 'application/json' };

  it('gets the request, body included, and returns a response', async () => {
    const main = `async ({ id }, { request, user }) => new Response(
      [id, user.id, request.method, request.url, request.headers.get('x-a'), await request.text()].join(' '),
      { status: 202, headers: [['set-cookie', 'a=1'], ['x-b', 'c']] })`;
    const request = { method: 'POST', headers: [['x-a', 'b']] };
    expect(await call(main, request, { id: '7' }, Buffer.from('äx').toString('base64'))).toEqual({
      status: 202,
      headers: { 'set-cookie': 'a=1', 'x-b': 'c', 'content-type': 'text/plain;charset=UTF-8' },
      body: '7 ann POST https://run.example/x b äx',
    });
  });

  it.each([
    ['() => ({ a: 1 })', { status: 200, headers: json, body: '{"a":1}' }],
    ['() => {}', { status: 200, headers: json, body: 'null' }],
    [
      "() => { throw Object.assign(new Error('No such order'), { status: 404 }) }",
      { status: 404, headers: json, body: '{"message":"No such order"}' },
    ],
    ['() => new Response(null, { status: 204 })', { status: 204, headers: {}, body: null }],
    ["() => { throw Object.assign(new Error('mine'), { status: 500 }) }", { name: 'Error' }],
    ['() => Response.error()', { name: 'TypeError' }],
    [
      '() => ({ a: 1n })',
      {
        name: 'TypeError',
        message: 'The result at a is a BigInt, which JSON cannot hold: use Number(value) or String(value)',
      },
    ],
  ])('%s', async (main, answer) => {
    expect(await call(main)).toMatchObject(answer);
  });
});

describe('a test', () => {
  const test = (body: string, files: Record<string, string> = {}) =>
    run(`export default async ({ expect, mock, call }) => {\n${body}\n}`, {
      kind: 'test',
      path: 'tests/a.js',
      timeoutMs,
      files: {
        'functions/pay.js': `export default async (amount) => {
          const response = await fetch('https://api.example.com/charges', { method: 'POST', body: JSON.stringify({ amount }) });
          if (!response.ok) throw new Error('refused ' + response.status);
          return response.json();
        }`,
        'functions/hook.js': `export default async (params, { request }) => {
          if (request.headers.get('x-sign') !== 'ok') throw Object.assign(new Error('bad'), { status: 401 });
          return Response.json({ ...params, got: await request.json(), at: new Date().toISOString().slice(0, 10) });
        }`,
        ...files,
      },
      answerHostCall: () => Promise.reject(new Error('nothing may go out')),
    });

  it.each([
    `mock.fetch('POST https://api.example.com/charges', { json: { id: 'c1' } });
     expect(await call('pay', 5)).to.deep.equal({ id: 'c1' });
     expect(mock.requests()).to.have.length(1);
     expect(mock.requests()[0]).to.deep.include({ method: 'POST', json: { amount: 5 } });`,
    `mock.fetch('POST https://api.example.com/*', { status: 500 });
     mock.fetch('POST https://api.example.com/*', (request) => Response.json({ to: request.url }));
     await call('pay', 1).then(() => expect.fail('should fail'), (e) => expect(e.message).to.equal('refused 500'));
     expect(await call('pay', 1)).to.deep.equal({ to: 'https://api.example.com/charges' });
     expect(await call('pay', 1)).to.have.property('to');`,
    `mock.fetch('POST https://api.example.com/charges', new TypeError('down'));
     await call('pay', 1).then(() => expect.fail('should fail'), (e) => expect(e.message).to.equal('down'));`,
    `mock.now('2030-01-02T03:04:05Z');
     const response = await call('hook', new Request('https://x.example/h', { method: 'POST', headers: { 'x-sign': 'ok' }, body: '{"a":1}' }), { id: '7' });
     expect(await response.json()).to.deep.equal({ id: '7', got: { a: 1 }, at: '2030-01-02' });
     expect(new Date()).to.be.instanceOf(Date);
     expect(new Date(0).getTime()).to.equal(0);
     expect((await call('hook', new Request('https://x.example/h'))).status).to.equal(401);`,
  ])('arranges what is outside: %s', async (body) => {
    expect(await test(body)).toMatchObject({ failure: null });
  });

  it('fails with a request that nothing answers, also if the function hides it', async () => {
    const { failure } = await test("await call('pay', 1).catch(() => 1);");
    expect(failure).toMatchObject({
      name: 'UnexpectedRequest',
      message: expect.stringMatching(
        /^The test has no answer for POST https:\/\/api\.example\.com\/charges; arrange one with mock\.fetch/,
      ) as string,
      file: 'functions/pay.js',
      line: 2,
    });
  });

  it.each([
    ["mock.fetch('api.example.com', {})", /'api\.example\.com' is no request such as/],
    ["mock.fetch('https://a.example', { state: 1 })", /the answer has no field state, but status/],
    ["mock.now('soon')", /mock\.now: 'soon' is no date/],
    ['mock.secrets({ KEY: 1 })', /mock\.secrets: KEY is 1, not a text or null/],
  ])('is refused what cannot be arranged: %s', async (body, message) => {
    expect((await test(body)).failure?.message).toMatch(message);
  });

  it('leaves nothing to the next', async () => {
    await test("mock.fetch('POST https://api.example.com/charges', {}); mock.now(0);");
    expect((await test("await call('pay', 1)")).failure?.name).toBe('UnexpectedRequest');
    expect((await test('expect(Date.now()).to.be.above(1e12)')).failure).toBeNull();
  });
});
