import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Benchmark, measureRounds, type Subject } from './benchmark.ts';
import { type LighthouseBrowser, launchForLighthouse } from './lighthouse-browser.ts';
import { startDemo, withDataFolder } from './product.ts';

const STATIC_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Static</title>
<style>body{font:16px system-ui;margin:2rem;max-width:40rem}</style>
<h1>Sign in</h1><p>A page of plain HTML, as fast as a page can be here.</p>`;

const STATIC = 'Static HTML page';
/** Measured pages with their paths; the dashboard as a signed-in user. */
const pages: { name: string; path: string; codeLimit?: number; isPublic: boolean }[] = [
  { name: 'Landing page', path: '/index', isPublic: true },
  { name: 'Price list', path: '/index/prices', isPublic: true },
  { name: 'Sign-in page', path: '/console/login', codeLimit: 116, isPublic: true },
  { name: 'Dashboard', path: '/console/', codeLimit: 171, isPublic: false },
];

const subjects: Subject[] = [
  ...subjectsOf({ name: STATIC, isPublic: false }).map((each, index) => ({
    ...each,
    isReference: index === 0,
  })),
  ...pages.flatMap(subjectsOf),
];

function subjectsOf({ name, codeLimit, isPublic }: Omit<(typeof pages)[number], 'path'>): Subject[] {
  const isReference = name === STATIC;
  return [
    { name: `${name}: first contentful paint`, unit: 'ms', ...(isPublic ? { limitRatio: 1.3 } : {}) },
    { name: `${name}: largest contentful paint`, unit: 'ms' },
    { name: `${name}: total blocking time`, unit: 'ms' },
    { name: `${name}: layout shift`, unit: '', ...(isReference ? {} : { limit: 0 }) },
    { name: `${name}: requests`, unit: 'requests' },
    {
      name: `${name}: document, JavaScript and CSS on the wire`,
      unit: 'kB',
      ...(codeLimit === undefined ? {} : { limit: codeLimit }),
    },
    {
      name: `${name}: performance score`,
      unit: '',
      ...(isReference ? {} : { limit: isPublic ? 98 : 97, isAtLeast: true }),
    },
    {
      name: `${name}: accessibility score`,
      unit: '',
      ...(isReference ? {} : { limit: 100, isAtLeast: true }),
    },
  ];
}

export const benchmark: Benchmark = {
  name: 'pages',
  title: 'Public pages and dashboard in the browser',
  about:
    'Lighthouse, mobile preset (simulated slow phone and network), empty cache, against the built console. Reference: one page of plain HTML from bare `node:http`. The dashboard is opened by the customer of the demo, with three months of history.',
  run: () => withDataFolder(measurePages),
};

async function measurePages(folder: string) {
  const product = await startDemo(folder);
  const plain = await serveStaticPage();
  const browser = await launchForLighthouse();
  try {
    return await measureRounds(
      subjects,
      async () => {
        await browser.forgetSession(product.url);
        const values = await visit(browser, plain.url);
        for (const { path, isPublic } of pages) {
          if (!isPublic) await browser.signIn(product.url);
          values.push(...(await visit(browser, product.url + path)));
        }
        return values;
      },
      { warmUps: 1, repeats: 3 },
    );
  } finally {
    browser.stop();
    plain.stop();
    await product.stop();
  }
}

/** The reference of both benchmarks of pages. */
export async function serveStaticPage(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? STATIC_PAGE : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}

interface NetworkRequest {
  url: string;
  resourceType?: string;
  transferSize: number;
}

/**
 * One Lighthouse run: paints, blocking time, shift, requests, kilobytes of document, scripts and styles, and
 * scores.
 */
async function visit(browser: LighthouseBrowser, url: string): Promise<number[]> {
  const { audits, categories } = await browser.visit(url, ['performance', 'accessibility']);
  const details = audits['network-requests']?.details as { items?: NetworkRequest[] } | undefined;
  const requests = (details?.items ?? []).filter((each) => each.url.startsWith('http'));
  // Prefetched files have no resource type of their own.
  const code = requests.filter(
    ({ url, resourceType }) => resourceType === 'Document' || /\.(js|css)$/.test(url),
  );
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  return [
    number('first-contentful-paint'),
    number('largest-contentful-paint'),
    number('total-blocking-time'),
    number('cumulative-layout-shift'),
    requests.length,
    code.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    score('performance'),
    score('accessibility'),
  ];
}
