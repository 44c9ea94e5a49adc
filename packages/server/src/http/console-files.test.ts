import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { installErrorHandler } from '@atrium/host/http/errors/error-handler';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../test/support.ts';
import { consoleFiles } from './console-files.ts';
import type { PublicResponses } from './page-drawer.ts';
import { installSecurityHeaders } from './security-headers.ts';

const page = '<!doctype html><title>Atrium</title>';
const script = 'export {};'.repeat(200);
let app: FastifyInstance;
let folder: string;
let liveResponses: unknown = [];

beforeAll(async () => {
  const outside = await mkdtemp(join(tmpdir(), 'atrium-console-'));
  folder = join(outside, 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'prerendered/console'), { recursive: true });
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'prerendered/console/login.html'), '<title>Sign in</title>');
  await mkdir(join(folder, 'frames'));
  await writeFile(join(folder, 'frames/overview.html'), 'frame of the overview');
  await writeFile(join(folder, 'frames/page.html'), 'frame of a page');
  await writeFile(join(folder, 'assets/index-a1b2.js'), script);
  await writeFile(join(folder, 'assets/index-a1b2.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'widget.js'), 'widget');
  await writeFile(join(folder, '.atrium-built'), 'stamp');
  // Replaces the built renderer: it renders the responses as they are.
  await writeFile(
    join(folder, 'prerender.mjs'),
    `import { parentPort, workerData } from 'node:worker_threads';
    const [{ path, answers }] = workerData.visits;
    if (answers === 'broken') throw new Error('cannot be drawn');
    parentPort.postMessage([workerData.template + path + JSON.stringify(answers)]);`,
  );
  app = fastify();
  installSecurityHeaders(app, {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], styleSrc: ["'self'"] },
  });
  installErrorHandler(app);
  await consoleFiles(app, folder, {
    livePages: { '/index/prices': async () => liveResponses as PublicResponses },
    maySignIn: ({ headers }) => headers.cookie !== undefined,
  });
});
afterAll(async () => {
  await app.close();
  await rm(join(folder, '..'), { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test.each(['/console/', '/console/usage', '/console/payment/details?id=1', '/index', '/index/terms'])(
  '%s is the page, asked for anew each time',
  async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(page);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('no-cache');
    const etag = String(answer.headers.etag);
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  },
);

test('a path with a document of its own gets that', async () => {
  expect((await get('/console/login?next=%2Fconsole%2F')).body).toBe('<title>Sign in</title>');
});

test('whoever has a session to go on with gets the frame of a page at once, and no one else', async () => {
  const headers = { cookie: 'session' };
  expect((await get('/console/?dialog=log', headers)).body).toBe('frame of the overview');
  expect((await get('/console/usage', headers)).body).toBe('frame of a page');
  expect((await get('/console/login', headers)).body).toBe('<title>Sign in</title>');
  expect((await get('/index', headers)).body).toBe(page);
  const visitors = await get('/console/');
  expect(visitors.body).toBe(page);
  expect(visitors.headers['vary']).toBe('cookie, accept-encoding, sec-fetch-site');
});

test('the styles that stand in a page are allowed by their hash, also after another release', async () => {
  const file = join(folder, 'prerendered/console/register.html');
  const policyOf = async (style: string, encoding = 'identity') => {
    const html = `<title>Register</title><style data-file="/console/assets/style.css">${style}</style>`;
    await writeFile(file, html);
    const answer = await get('/console/register', { 'accept-encoding': encoding });
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding];
    expect((unpack?.(answer.rawPayload) ?? answer.rawPayload).toString()).toBe(html);
    return answer.headers['content-security-policy'];
  };
  const hashOf = (style: string) => createHash('sha256').update(style).digest('base64');
  expect(await policyOf('a{color:red}')).toBe(
    `default-src 'none';style-src 'self' 'sha256-${hashOf('a{color:red}')}'`,
  );
  // What was packed of an earlier release is not sent any more.
  await writeFile(`${file}.br`, brotliCompressSync('<title>Register</title><style>a{color:red}</style>'));
  expect(await policyOf('b{top:0;left:0}', 'br')).toContain(hashOf('b{top:0;left:0}'));
  expect(await policyOf('i{}', 'gzip')).toContain(hashOf('i{}'));
  expect((await get('/console/login')).headers['content-security-policy']).not.toContain('sha256');
});

test('a page is kept from windows that opened it, unless a person opened it by its address', async () => {
  const policyFor = async (headers: Record<string, string>) =>
    (await get('/console/login', headers)).headers['cross-origin-opener-policy'];
  for (const site of ['cross-site', 'same-site', 'same-origin', 'None', ''])
    expect(await policyFor({ 'sec-fetch-site': site }), site).toBe('same-origin');
  expect(await policyFor({})).toBe('same-origin');
  expect(await policyFor({ 'sec-fetch-site': 'none' })).toBeUndefined();
  // What is asked for again may come from another window: its policy must not be that of the first time.
  const etag = String((await get('/console/login', { 'sec-fetch-site': 'none' })).headers.etag);
  const again = await get('/console/login', { 'sec-fetch-site': 'cross-site', 'if-none-match': etag });
  expect(again.statusCode).toBe(304);
  expect(again.headers['cross-origin-opener-policy']).toBe('same-origin');
});

test('a page whose content changes is drawn with what is true when it is asked for', async () => {
  liveResponses = [{ key: ['GET /prices'], value: 5 }];
  const first = await get('/index/prices?from=mail');
  expect(first.body).toBe(`${page}/index/prices[{"key":["GET /prices"],"value":5}]`);
  expect(first.headers['content-type']).toContain('text/html');
  const small = await get('/index/prices', { 'accept-encoding': 'gzip, br' });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(first.body);
  const etag = String(first.headers.etag);
  expect((await get('/index/prices', { 'if-none-match': etag })).statusCode).toBe(304);
  liveResponses = [{ key: ['GET /prices'], value: 6 }];
  expect((await get('/index/prices', { 'if-none-match': etag })).body).toContain('"value":6');
  liveResponses = 'broken';
  expect((await get('/index/prices')).body).toBe(page);
});

test('the root leads to the index page, and the console to its slash with its query', async () => {
  expect((await get('/')).headers.location).toBe('/index');
  expect((await get('/console?openImport=content')).headers.location).toBe('/console/?openImport=content');
});

test('assets are kept for a year, and leave compressed where the browser can read it', async () => {
  const plain = await get('/console/assets/index-a1b2.js');
  expect(plain.body).toBe(script);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const small = await get('/console/assets/index-a1b2.js', { 'accept-encoding': 'br, gzip' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(small.headers['content-type']).toContain('javascript');
  expect(small.rawPayload.length).toBeLessThan(script.length / 10);
  expect((await get('/console/widget.js')).headers['cache-control']).toBe('no-cache');
});

test('a script carries of the policy for documents that it is not framed, a page all of it', async () => {
  const { headers } = await get('/console/assets/index-a1b2.js');
  expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect((await get('/console/login')).headers['content-security-policy']).toContain("default-src 'none'");
});

test.each([
  '/console/assets/missing-c3d4.js',
  '/console/missing.js',
  '/console/v1/no-such-call',
  '/console/api/no-such-page',
  '/no-such-call',
])('%s is 404 as JSON', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ status: 404, message: 'The requested resource was not found.' });
});

test('an unknown address shows a person the console, with the right status', async () => {
  const answer = await get('/no-such-page', { accept: 'text/html,*/*' });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toBe(page);
});

test.each([
  '/console/assets/..%2f..%2fsecret.txt',
  '/console/..%2fsecret.txt',
  '/console/%2e%2e/secret.txt',
  '/console/.atrium-built',
  '/console//etc/passwd',
  '/index/..%2f..%2fsecret',
])('%s leads to no file outside or hidden', async (url) => {
  const answer = await get(url);
  expect(answer.body).not.toContain('secret');
  expect(answer.body).not.toContain('stamp');
  expect(answer.body).not.toContain('root:');
});

test('without a build a person is told what to do', async () => {
  const bare = fastify();
  installErrorHandler(bare);
  await consoleFiles(bare, join(folder, 'assets'));
  const answer = await bare.inject('/console/');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().message).toContain('npm run build');
  await bare.close();
});

test('the whole application answers metrics, the page of its calls, and a strict policy for pages', async () => {
  await using server = await startTestApp();
  await server.app.inject('/health/live');
  const metrics = await server.app.inject('/metrics');
  expect(metrics.body).toContain(
    'atrium_http_requests_total{method="GET",route="/health/live",status="200"} 1',
  );
  // Whatever the statuses: a scrape writes all of them.
  const times = /^atrium_http_request_duration_seconds_bucket\{.*route="\/health\/live"/gm;
  expect(metrics.body.match(times)).toHaveLength(7);
  expect(metrics.body).not.toMatch(/^atrium_http_request_duration_seconds_bucket\{.*status=/m);
  expect(metrics.body).toContain('atrium_process_cpu_seconds_total');

  const document = (await server.app.inject('/console/api/openapi.json')).json();
  expect(document.paths['/auth/v1/login'].post).toMatchObject({
    tags: ['accounts'],
    security: [],
    responses: { '200': {}, '422': {} },
  });
  expect(document.paths['/auth/v1/user'].get.security).toEqual([{ accessToken: [] }]);
  const compressed = await server.app.inject({
    url: '/console/api/openapi.json',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(compressed.headers['content-encoding']).toBe('gzip');
  const small = await server.app.inject({ url: '/health/live', headers: { 'accept-encoding': 'gzip' } });
  expect(small.headers['content-encoding']).toBeUndefined();
  const calls = await server.app.inject('/console/api');
  expect(calls.body).toContain('<code>/auth/v1/login</code>');
  expect(calls.body).not.toMatch(/<script|style="| on\w+=/);
  expect(calls.headers['content-security-policy']).toContain("default-src 'none';script-src 'self'");
});
