import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildImage, openContainer } from '../../test/container-image.ts';
import { freePort } from '../../test/free-port.ts';
import { TEST_SECRET_KEY } from '../../test/secret-key.ts';
import { startTcpServer } from '../../test/tcp-server.ts';

/** Minutes of building, as root and with Debian's packages: for releases. */
const isWanted = process.env['ATRIUM_TEST_IMAGE'] !== undefined;

vi.setConfig({ testTimeout: 30 * 60_000 });

test.runIf(isWanted)('the image runs each role, as nobody, on a read-only file system', async () => {
  const container = openContainer(await buildImage());
  onTestFinished(() => container[Symbol.asyncDispose]());
  const { run, config } = container;
  expect(config.User).toBe('10001:10001');
  expect(Object.keys(config.Volumes)).toEqual(['/data']);
  expect(run('id', '-u').output).toBe('10001');
  expect(run('touch', '/app/written').output).toContain('Read-only file system');
  expect(run('touch', '/data/written').status).toBe(0);
  expect(run('git', '--version').output).toMatch(/^git version 2\./);
  // What only building and testing need stays behind.
  expect(run('ls', '/app/node_modules/vitest', '/app/tools', '/usr/bin/npm').output).toMatch(
    /(.*No such file or directory\n?){3}/,
  );

  const database = await startTcpServer();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const webPort = await freePort();
  const url = `http://127.0.0.1:${webPort}`;
  const servicesPort = await freePort();
  const settings = {
    DATABASE_URL: database.url,
    ATRIUM_SECRET_KEY: TEST_SECRET_KEY,
    ATRIUM_PUBLIC_URL: url,
    ATRIUM_SERVICES_URL: `http://127.0.0.1:${servicesPort}`,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
  };
  for (const role of ['web', 'services', 'jobs']) {
    const ops = await freePort();
    const port = { web: webPort, services: servicesPort }[role] ?? (await freePort());
    const own = { ATRIUM_ROLES: role, PORT: String(port), ATRIUM_OPS_PORT: String(ops) };
    const child = await container.start({ ...settings, ...own }, ops);
    onTestFinished(async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended, role).toEqual([0, null]);
    });
  }
  const page = await fetch(`${url}/console/`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const described = await fetch(`${url}/console/api/services.openapi.json`);
  expect(described.status, 'the image has what is served').toBe(200);
  const called = run(
    'env',
    ...Object.entries(settings).map((pair) => pair.join('=')),
    'atrium',
    'service',
    'list',
  );
  expect(called.output).toMatch(/hyper-dispatch/);
});
