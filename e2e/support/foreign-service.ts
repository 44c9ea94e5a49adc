import { execFile } from 'node:child_process';
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
  /** What it reports about itself and its pages. */
  health: { service: Health; pages: Health };
  /** The requests for its pages that reached it. */
  pageRequests: { url: string; headers: IncomingHttpHeaders }[];
  stop(): void;
}

/** Embeds the widget with one script tag and knows nothing about the console. */
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head>
<body><main><h1>Shop</h1></main><script src="page.js"></script>
<script src="/console/widget.js" defer></script></body></html>`;

/** Keeps the events of the widget for the test to read. */
const script = `window.seen = [];
for (const name of ['access-granted', 'access-denied', 'user-data-loaded', 'theme-changed'])
  document.addEventListener(name, ({ type, detail }) =>
    window.seen.push(type + ' ' + (detail?.username ?? detail?.theme ?? '')));`;

export async function startForeignService(): Promise<ForeignService & { address: string }> {
  const health: ForeignService['health'] = { service: 'UP', pages: 'UP' };
  const pageRequests: ForeignService['pageRequests'] = [];
  const build = { tag: 'v1.0.0', commit: null, build_date: null };
  const server = createServer(({ url = '', headers }, response) => {
    const answer = (type: string, body: string) => response.setHeader('content-type', type).end(body);
    const json = (value: unknown) => answer('application/json', JSON.stringify(value));
    if (url === '/registration') {
      const about = { name: 'Shop', group: 'Foreign', description: 'Sells.', api: 1, hasUi: true };
      return json({ id: 'shop', ...about, metrics: [] });
    }
    if (url === '/health') return json({ status: health.service, ...build });
    if (url === '/ui/health') return json({ status: health.pages, ...build });
    if (url.startsWith('/ui/')) pageRequests.push({ url, headers });
    if (url === '/ui/') return answer('text/html', page);
    if (url === '/ui/page.js') return answer('text/javascript', script);
    return response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, health, pageRequests, stop: () => server.close().closeAllConnections() };
}

/** Registers a service as an operator does: on the command line, while the product runs. */
export async function registerService({ dataFolder }: Product, address: string): Promise<void> {
  const words = [join(root, 'tools', 'atrium.mjs'), 'service', 'register', address];
  await promisify(execFile)(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ATRIUM_DATA: dataFolder },
  });
}
