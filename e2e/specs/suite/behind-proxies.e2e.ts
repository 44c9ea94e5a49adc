import type { Readable } from 'node:stream';
import { makeCertificate } from '../../support/certificate.ts';
import { watchForFaults } from '../../support/guard.ts';
import { registerPerson, signInByForm } from '../../support/personas.ts';
import { freePort, removeDataFolder, startProduct } from '../../support/product.ts';
import { PROXY_SAMPLES } from '../../support/proxy-samples.ts';
import { expect, test } from '../../support/test.ts';
import { makeTlsClient } from '../../support/tls-client.ts';

const MEGABYTE = 1024 * 1024;
/** Another address of this machine, which is no trusted proxy. */
const CALLER = '127.0.0.2';

/** Waits for events of a stream; what arrived before counts as well. */
function watchEvents(stream: Readable) {
  let said = '';
  stream.setEncoding('utf8').on('data', (more: string) => void (said += more));
  return (type: string) => expect.poll(() => said).toContain(`event: ${type}\n`);
}

// A product is started for each.
test.describe.configure({ timeout: 240_000 });

for (const { name, isInstalled, missing, start } of PROXY_SAMPLES) {
  test(`the sample for ${name} serves over TLS, passes events and uploads, and says who calls`, async ({
    browser,
  }) => {
    test.skip(!isInstalled, missing);
    const port = await freePort();
    const url = `https://localhost:${port}`;
    const certificate = await makeCertificate();
    const product = await startProduct({
      environment: {
        ATRIUM_PUBLIC_URL: url,
        ATRIUM_TRUSTED_PROXIES: '127.0.0.1',
        // Services call the public address, too.
        NODE_EXTRA_CA_CERTS: certificate.file,
      },
    });
    // The second one is down, as while it is exchanged: the proxy goes round it.
    const webPorts = [Number(new URL(product.url).port), await freePort()] as const;
    const proxy = await start({ port, webPorts, certificate });
    try {
      const ada = await registerPerson(product.url);
      const context = await browser.newContext({
        baseURL: url,
        ignoreHTTPSErrors: true,
        extraHTTPHeaders: {},
      });
      const guard = watchForFaults(context);
      const page = await context.newPage();
      await page.goto('/console/login');
      await signInByForm(page, ada);
      await expect(page).toHaveURL(`${url}/console/`);
      const [cookie] = await context.cookies(`${url}/auth/v1/`);
      expect(cookie).toMatchObject({ secure: true, httpOnly: true });

      const client = makeTlsClient(url, certificate.text, CALLER);
      const spoofed = { 'x-forwarded-for': '198.51.100.7' };
      const { username, password } = ada;
      const signedIn = await client.call('POST', '/auth/v1/login', spoofed, { username, password });
      const { token } = JSON.parse(signedIn.body) as { token: string };
      const authorization = { authorization: `Bearer ${token}` };

      await test.step('the address is that of the caller, whatever they say', async () => {
        const sessions = await client.call('GET', '/auth/v1/sessions', authorization);
        const found = (JSON.parse(sessions.body) as { address: string }[]).map(({ address }) => address);
        expect(found.toSorted()).toEqual(['127.0.0.1', CALLER]);
      });

      await test.step('events arrive when they happen', async () => {
        const stream = await client.open('GET', '/console/v1/events', authorization);
        const waitForEvent = watchEvents(stream);
        await waitForEvent('ready');
        const edit = {
          files: [
            {
              folderPath: 'functions',
              name: 'behind-a-proxy.js',
              checksum: null,
              content: 'export default () => 1;\n',
            },
          ],
        };
        const edited = await client.call(
          ...(['POST', '/console/v1/configuration/hyper-dispatch/edit'] as const),
          authorization,
          edit,
        );
        expect(edited.status, edited.body).toBe(200);
        await waitForEvent('configuration');
        stream.destroy();
      });

      await test.step('large uploads pass, too large ones do not', async () => {
        const check = (size: number) => {
          const confirmed = [{ serviceId: 'hyper-dispatch', body: ' '.repeat(size), baseVersion: 1 }];
          return client.call('POST', '/console/v1/git/config/import/check', authorization, { confirmed });
        };
        expect((await check(60 * MEGABYTE)).status).toBe(200);
        // The answer comes while the body is still being sent: the connection may be closed before it is read.
        const refused = await check(66 * MEGABYTE).then(
          ({ status }) => status,
          (error: NodeJS.ErrnoException) => error.code,
        );
        expect([413, 'EPIPE', 'ECONNRESET']).toContain(refused);
      });

      await test.step('what is for operators stays inside', async () => {
        expect((await client.call('GET', '/metrics')).status).toBe(404);
        expect((await client.call('GET', '/console/v1/dev/mailbox')).status).toBe(403);
      });
      expect(guard.faults()).toEqual([]);
      await context.close();
    } finally {
      await proxy.stop();
      await product.stop();
      await removeDataFolder(product.dataFolder);
      await certificate.remove();
    }
  });
}
