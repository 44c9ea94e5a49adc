import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServices, type TestServices } from '../../test/support.ts';
import { LiveConfigurations } from './live-configuration.service.ts';
import { toConfiguration } from './live-configuration.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const notifications = { isConnected: true, listen: () => {} };
const scopeOf = (domainId: string) => ({ domainId, serviceId: 'hyper-dispatch' });

async function startKeeping(mostKept: { configurations: number; bytes: number }) {
  const { configurations } = services.context;
  const live = new LiveConfigurations({ configurations, notifications, mostKept });
  const load = (domainId: string) => live.get(scopeOf(domainId));
  const loaded = [await load('a'), await load('b')];
  await load('a');
  await load('c');
  /** Those of the first two that need not be read again. */
  const listKept = async () => {
    const again = [await load('a'), await load('b')];
    return again.filter((configuration, index) => configuration === loaded[index]).map(({ key }) => key);
  };
  return { bytes: loaded[0]?.bytes ?? 0, listKept };
}

test('what was asked for last stays, within the number that is kept', async () => {
  const { listKept } = await startKeeping({ configurations: 2, bytes: Number.MAX_SAFE_INTEGER });
  expect(await listKept()).toEqual(['a:hyper-dispatch:1']);
});

test('what was asked for last stays, within the bytes that are kept', async () => {
  const { bytes } = await startKeeping({ configurations: 9, bytes: Number.MAX_SAFE_INTEGER });
  expect(bytes).toBeGreaterThan(10_000);
  const few = await startKeeping({ configurations: 9, bytes: Math.floor(2.5 * bytes) });
  expect(await few.listKept()).toEqual(['a:hyper-dispatch:1']);
  const one = await startKeeping({ configurations: 9, bytes: 1 });
  expect(await one.listKept()).toEqual([]);
});

test('others have their turn after each file of a configuration that is read', () => {
  const files = ['a.js', 'a.meta.js', 'b.meta.js'].map((name) => {
    return { folderPath: 'functions', name, content: 'export default { acl: [] };', checksum: name };
  });
  const steps = toConfiguration('key', 1, files);
  for (const _ of files) expect(steps.next().done).toBe(false);
  const { done, value } = steps.next();
  expect(done).toBe(true);
  expect([...(value?.sources ?? [])]).toEqual([['functions/a.js', files[0]?.content]]);
  expect([...(value?.metadata ?? [])]).toEqual(['a', 'b'].map((name) => [`functions/${name}`, { acl: [] }]));
});

test('declarations follow the metadata files of functions', async () => {
  const { configurations } = services.context;
  const live = new LiveConfigurations({ configurations, notifications });
  const scope = scopeOf('declares');
  const name = 'hook.meta.js';
  const importMeta = async (content: string | undefined) => {
    const { version } = await live.get(scope);
    const file =
      content === undefined
        ? { name, action: 'delete' as const }
        : { name, action: 'remote' as const, content };
    const request = {
      baseVersion: version,
      message: 'Change',
      folders: [{ name: 'functions', files: [file] }],
    };
    await configurations.importFiles(scope, { domainId: 'declares', userId: 'declares' }, request);
    live.forget(scope);
    return (await live.get(scope)).declarations.get('hook');
  };
  expect(await importMeta("export default { http: { path: '/a', access: 'public' } };")).toMatchObject({
    http: { path: '/a', methods: ['POST'] },
  });
  await expect(importMeta("export default { http: { path: 'a', access: 'public' } };")).rejects.toThrow(
    'functions/hook.meta.js: "http.path" must begin with /',
  );
  expect(await importMeta("export default { tags: ['a'] };")).toBeUndefined();
  expect(await importMeta(undefined)).toBeUndefined();
});
