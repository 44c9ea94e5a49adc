import { sentStatements } from '@atrium/host/test/sent-statements';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ofDomain, startTestServices, type TestServices } from '../../test/support.ts';

const FEW = 2;
const MANY = 50;

interface List {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** Lists that grow with the files, versions, tests and entries of a domain. */
const lists: List[] = [
  { method: 'GET', path: '/hyper-dispatch/export/metadata' },
  { method: 'GET', path: '/hyper-dispatch/export/body' },
  { method: 'GET', path: '/hyper-dispatch/versions?size=100' },
  { method: 'GET', path: '/hyper-dispatch/versions/1/diff/2' },
  { method: 'GET', path: '/hyper-dispatch/tests' },
  { method: 'POST', path: '/content/entries/things/query', body: { size: 100 } },
];

test('lists ask the database as often for many as for few', async () => {
  await using services = await startTestServices();
  const few = await countStatements(services, FEW);
  const many = await countStatements(services, MANY);
  expect(many).toEqual(few);
});

/** Numbers of statements by list, in a new domain that has so many of everything. */
async function countStatements(services: TestServices, count: number): Promise<Record<string, number>> {
  const domainId = `of-${count}`;
  const { call } = ofDomain(services, domainId);
  await fill(services, domainId, count);
  const counts: Record<string, number> = {};
  for (const { method, path, body } of lists) {
    const options = body === undefined ? {} : { body };
    const read = async () => {
      const answer = await call(method, path, options);
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200);
      expect(longestListIn(answer.body), path).toBeGreaterThanOrEqual(count);
    };
    // What is cached is asked for once, however many rows there are.
    await read();
    counts[path] = (await sentStatements(read)).length;
  }
  return counts;
}

async function fill(services: TestServices, domainId: string, count: number): Promise<void> {
  const { call } = ofDomain(services, domainId);
  const numbers = Array.from({ length: count }, (_, index) => index);
  const folder = (name: string, files: Record<string, string>) => ({
    name,
    files: Object.entries(files).map(([file, content]) => ({ name: file, action: 'remote', content })),
  });
  const each = (write: (n: number) => string) =>
    Object.fromEntries(numbers.map((n) => [`file${n}.js`, write(n)]));
  const imported = async (serviceId: string, folders: object[]) => {
    await call('GET', `/${serviceId}/export/metadata`);
    const body = { baseVersion: 1, folders };
    const answer = await call('POST', `/${serviceId}/import`, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  await imported('hyper-dispatch', [
    folder(
      'functions/many',
      each((n) => `export default () => ${n};\n`),
    ),
    folder(
      'tests/many',
      each((n) => `export default () => ${n};\n`),
    ),
  ]);
  await imported('content', [
    folder('collections', {
      'things.meta.js': 'export default { schema: {} };\n',
      'things.js': `export default ${JSON.stringify(numbers.map((n) => ({ id: `entry-${n}` })))};\n`,
    }),
  ]);
  // Indexes of the starter are built beside; their statements would be counted.
  await expect
    .poll(async () =>
      (await call('GET', '/content/indexes')).body.every(({ isReady }: { isReady: boolean }) => isReady),
    )
    .toBe(true);
  await sql`insert into runtime.version (domain_id, service_id, version, parent, created_on, message, files_count, changes_count)
    select ${domainId}, 'hyper-dispatch', n + 2, n + 1, now(), 'Changed', 1, 1 from generate_series(1, ${count}::int) n`.execute(
    services.context.db,
  );
}

function longestListIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).map(longestListIn);
  return Math.max(Array.isArray(value) ? value.length : 0, ...inside);
}
