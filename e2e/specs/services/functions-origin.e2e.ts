import { importFiles } from '../../support/live-configuration.ts';
import { expect, test } from '../../support/test.ts';

const PAGE = `<!doctype html><title>page</title><p id="told"></p><script>
  const attempt = async (work) => { try { return String(await work()); } catch (error) { return 'refused: ' + error.name; } };
  (async () => {
    const told = {
      origin: self.origin,
      cookie: await attempt(() => document.cookie),
      setCookie: await attempt(() => { document.cookie = 'atrium_refresh=evil; path=/'; }),
      storage: await attempt(() => localStorage.getItem('atrium.signed-in')),
      worker: await attempt(() => navigator.serviceWorker.register('/worker.js')),
      refresh: await attempt(async () => (await fetch('CONSOLE/auth/v1/token/refresh', { method: 'POST', credentials: 'include' })).status),
      read: await attempt(async () => (await fetch('CONSOLE/console/v1/services', { credentials: 'include' })).status),
    };
    document.querySelector('#told').textContent = JSON.stringify(told);
  })();
</script>`;

test('a page of a function reaches no cookie, storage or call of the console on the same host', async ({
  page,
  guard,
  signedIn: _,
  customerApi,
  productUrl,
}) => {
  // The browser reports each refusal.
  guard.expectFault(/./);
  const source = `export default () => new Response(${JSON.stringify(PAGE.replaceAll('CONSOLE', productUrl))}, { headers: [
    ['content-type', 'text/html'], ['set-cookie', 'atrium_refresh=evil; path=/'], ['set-cookie', '=atrium_refresh=evil'],
  ] });`;
  const metadata = "export default { http: { path: '/page', methods: ['GET'], access: 'public' } };";
  await importFiles(customerApi, 'hyper-dispatch', 'functions', {
    'page.js': source,
    'page.meta.js': metadata,
  });
  const { url } = await customerApi.must<{ url: string }>('GET', '/console/v1/functions-url');
  const cookies = () => page.context().cookies(productUrl);
  const before = await cookies();
  expect(before.map(({ name }) => name)).toContain('atrium_refresh');

  await page.goto(`${url}/page`);
  await expect(page.locator('#told')).not.toBeEmpty();
  expect(JSON.parse((await page.locator('#told').textContent()) ?? '')).toEqual({
    origin: 'null',
    cookie: 'refused: SecurityError',
    setCookie: 'refused: SecurityError',
    storage: 'refused: SecurityError',
    worker: expect.stringContaining('refused'),
    refresh: 'refused: TypeError',
    read: 'refused: TypeError',
  });
  expect(await cookies()).toEqual(before);
});
