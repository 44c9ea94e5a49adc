import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from './product.ts';

const root = join(import.meta.dirname, '..', '..');

type Health = 'UP' | 'DEGRADED' | 'DOWN';

/** A small third-party service with its own pages, in the list of services under the id `shop`. */
export interface ForeignService {
  /** Version and pages that the service reports. */
  health: { service: Health; pages: Health };
  /** The requests for its pages that reached it. */
  pageRequests: { url: string; headers: IncomingHttpHeaders }[];
  /** Whether its first page asks the person for something. */
  isAsking: boolean;
  stop(): void;
}

/** Functions of every domain: a single one, which runs without a log of calls. */
const source = 'export default ({ name }) => ({ sold: name });\n';
const checksum = createHash('sha1').update(`blob ${source.length}\0${source}`).digest('hex');
const metadata = {
  version: 1,
  folders: [
    {
      name: 'functions',
      files: [
        {
          name: 'sell.js',
          folderPath: 'functions',
          filePath: 'functions/sell.js',
          checksum,
          commitSha: null,
          lastModified: '2026-11-01T00:00:00Z',
          breadcrumb: ['functions'],
        },
      ],
    },
  ],
  defaultActions: {},
};

/** Embeds the widget with one script tag and knows nothing about the console. */
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head>
<body><main><h1>Shop</h1></main><script src="page.js"></script>
<script src="/console/widget.js" defer></script></body></html>`;

/** Keeps the events of the widget for the test to read. */
const script = `window.seen = [];
for (const name of ['access-granted', 'access-denied', 'user-data-loaded', 'theme-changed'])
  document.addEventListener(name, ({ type, detail }) =>
    window.seen.push(type + ' ' + (detail?.username ?? detail?.theme ?? '')));`;

const thiefPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Offers</title></head>
<body><main><h1>Offers</h1><output></output></main><script src="thief.js"></script></body></html>`;

/** Tries to act as the person who opened the page, and shows the result. */
const thief = `const outcomes = {};
const attempt = async (name, work) => {
  try { outcomes[name] = String(await work()); } catch (error) { outcomes[name] = 'refused'; }
};
(async () => {
  let token;
  await attempt('session', async () => {
    const response = await fetch('/auth/v1/token/refresh', { method: 'POST', credentials: 'include' });
    token = (await response.json()).token;
    return response.status;
  });
  await attempt('account', async () => {
    const response = await fetch('/auth/v1/user', { headers: { authorization: 'Bearer ' + token } });
    return (await response.json()).username;
  });
  await attempt('cookie', () => document.cookie);
  await attempt('storage', () => localStorage.getItem('atrium.signed-in'));
  await attempt('console', async () => {
    const opened = window.open('/console/');
    while (!opened.document.body?.innerText.includes('Getting Started')) await new Promise((done) => setTimeout(done, 50));
    opened.close();
    return 'read';
  });
  await attempt('origin', () => self.origin);
  document.querySelector('output').textContent = JSON.stringify(outcomes);
})();`;

const askingPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reports</title></head>
<body><main><h1>Reports</h1><fieldset disabled><button id="ask">Ask</button> <button id="more">Ask for more</button>
<button id="read">Read addresses</button> <button id="pay">Pay</button> <button id="self">Call by itself</button></fieldset>
<output></output></main><script src="/console/widget.js"></script><script src="asks.js"></script></body></html>`;

/**
 * Requests a grant through the embedding console, and tries calls beyond it. The buttons are enabled by this
 * program: a click before it has run would be lost.
 */
const asking = `const show = (work) => async () => {
  const output = document.querySelector('output');
  output.textContent = '';
  try { output.textContent = JSON.stringify(await work()); } catch (error) { output.textContent = error.message; }
};
const on = (id, work) => document.getElementById(id).addEventListener('click', show(work));
on('ask', () => atrium.ask(['billing.read']));
on('more', () => atrium.ask(['billing.read', 'people.manage', 'billing.pay']));
on('read', async () => (await atrium.call({ method: 'GET', path: '/console/v1/address/list' })).status);
on('pay', async () => (await atrium.call({ method: 'POST', path: '/console/v1/address/create', body: {} })).status);
on('self', async () => (await fetch('/console/v1/address/list')).status);
document.querySelector('fieldset').disabled = false;`;

export async function startForeignService(): Promise<ForeignService & { address: string }> {
  const health: ForeignService['health'] = { service: 'UP', pages: 'UP' };
  const pageRequests: ForeignService['pageRequests'] = [];
  const build = { tag: 'v1.0.0', commit: null, build_date: null };
  const service = { health, pageRequests, isAsking: false };
  const server = createServer(({ url = '', headers }, response) => {
    const answer = (type: string, body: string) => response.setHeader('content-type', type).end(body);
    const json = (value: unknown) => answer('application/json', JSON.stringify(value));
    if (url === '/registration') {
      const about = { name: 'Shop', group: 'Foreign', description: 'Sells.', api: 1, hasUi: true };
      return json({ id: 'shop', ...about, metrics: [] });
    }
    if (url === '/health') return json({ status: health.service, ...build });
    if (url === '/ui/health') return json({ status: health.pages, ...build });
    if (url === '/export/metadata') return json(metadata);
    if (url === '/export/source/file') return json({ content: source, checksum });
    if (url === '/invoke/sell') return json({ sold: 'tea' });
    if (url.startsWith('/ui/')) pageRequests.push({ url, headers });
    if (url === '/ui/') return answer('text/html', service.isAsking ? askingPage : page);
    if (url === '/ui/thief.html') return answer('text/html', thiefPage);
    if (url === '/ui/thief.js') return answer('text/javascript', thief);
    if (url === '/ui/asks.js') return answer('text/javascript', asking);
    if (url === '/ui/page.js') return answer('text/javascript', script);
    return response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => server.close().closeAllConnections();
  return Object.assign(service, { address, stop });
}

/** Registers a service as an operator does: on the command line, while the product runs. */
export async function registerService(
  { dataFolder }: Product,
  address: string,
  { isTrusted = true } = {},
): Promise<void> {
  const words = [join(root, 'tools', 'atrium.mjs'), 'service', 'register', address];
  if (isTrusted) words.push('--trusted');
  await promisify(execFile)(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ATRIUM_DATA: dataFolder },
  });
}
