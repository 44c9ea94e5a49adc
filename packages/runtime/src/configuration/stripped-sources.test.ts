import { blobId } from '@atrium/contract/service-api/files/blob-id';
import type { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFiles, ofDomain, startTestServices, type TestServices } from '../../test/support.ts';
import { StrippedSources } from './stripped-sources.service.ts';

const HD = '/hyper-dispatch';

let shared: TestServices;

beforeAll(async () => {
  shared = await startTestServices();
});

afterAll(() => shared[Symbol.asyncDispose]());

type Services = Pick<TestServices, 'call'>;

async function put(services: Services, files: Record<string, string | null>) {
  const { status, body } = await importFiles(services, files);
  expect(body).not.toHaveProperty('message');
  expect(status).toBe(200);
}

const refusalOf = async (services: Services, files: Record<string, string | null>, serviceId?: string) => {
  const { status, body } = await importFiles(services, files, serviceId);
  return { status, message: body.message as string };
};

const TYPED = `interface Order { lines: { price: number }[]; note?: 'ünïcode' | '日本' }
type Sum = (order: Order) => number;

const sum: Sum = (order: Order): number => order.lines.reduce((total: number, { price }) => total + price, 0);

export default function main(order: Order): { sum: number } {
  const note = order.note as '日本'; if (note) throw new RangeError(note);
  return { sum: sum(order) } satisfies { sum: number };
}
`;
/** Line 7 with a comment of as many bytes as the type. */
const BLANKED = `export default function main(order) {





  const note = order.note /* 日本*/; if (note) throw new RangeError(note);
}
`;

it('calls a function in TypeScript, whose errors are at their line and column', async () => {
  const services = ofDomain(shared, 'typed');
  await put(services, {
    'functions/sum.ts': TYPED,
    'functions/blanked.js': BLANKED,
    'functions/sum.meta.js': 'export default {\n  timeout: 5,\n};\n',
    'functions/outer.js': "export default (input, { call }) => call('sum', input);\n",
    'functions/uses.ts':
      "import type { Order } from './types.ts';\nimport { twice } from './lib/twice.ts';\nexport default (n: number): number => twice<number>(n);\n",
    'functions/lib/twice.ts': 'export const twice = <T extends number>(n: T): number => n * 2;\n',
  });
  const call = (name: string, body: unknown) => services.call('POST', `${HD}/invoke/${name}`, { body });
  expect((await call('sum', { lines: [{ price: 2 }, { price: 3 }] })).body).toEqual({ sum: 5 });
  expect((await call('outer', { lines: [{ price: 4 }] })).body).toEqual({ sum: 4 });
  expect((await call('uses', 21)).body).toBe(42);
  const { column } = (await call('blanked', { note: '日本' })).body.details;
  const place = { name: 'RangeError', message: '日本', file: 'functions/sum.ts', line: 7, column };
  expect((await call('sum', { lines: [], note: '日本' })).body.details).toMatchObject(place);
  expect((await call('outer', { lines: [], note: '日本' })).body.details).toMatchObject(place);
  await put(services, { 'functions/sum.meta.js': 'export default {\n  disabled: true,\n};\n' });
  expect((await call('outer', { lines: [] })).body.details).toMatchObject({
    name: 'NotFound',
    message: 'The function sum is disabled.',
  });
  const { body } = await services.call('GET', `${HD}/export/metadata`);
  const exported = body.folders.flatMap(({ files }: { files: object[] }) => files);
  expect(exported).toContainEqual(
    expect.objectContaining({ filePath: 'functions/sum.ts', checksum: blobId(TYPED) }),
  );
});

it('runs tests in TypeScript, and follows a source from one language to the other', async () => {
  const services = ofDomain(shared, 'tests');
  await put(services, {
    'functions/answer.ts': 'export default (): number => 42;\n',
    'tests/own/good.ts':
      "type T = any;\nexport default async ({ call, expect }: T) => expect(await call('answer')).to.equal(42);\n",
    'tests/own/bad.ts':
      'export default ({ expect }: any) => {\n  const a: number = 1;\n  expect(a).to.equal(2);\n};\n',
  });
  const run = async (sources?: object[]) => {
    const tests = ['tests/own/good', 'tests/own/bad'];
    const { body } = await services.call<string>('POST', `${HD}/tests/run`, {
      body: { runId: 'run', tests, sources, reach: true },
    });
    const lines = body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ServiceTestLine);
    return tests.map((id) => lines.findLast((line) => 'id' in line && line.id === id));
  };
  const [good, bad] = await run();
  expect(good).toMatchObject({ status: 'OK' });
  expect(JSON.stringify(good)).toContain('answer.ts');
  expect(bad).toMatchObject({ status: 'FAIL', result: { file: 'tests/own/bad.ts', line: 3, column: 16 } });
  const candidate = (content: string, version = 2) => [
    {
      serviceId: 'hyper-dispatch',
      version,
      folders: [{ name: 'functions', files: [{ name: 'answer.ts', action: 'remote', content }] }],
    },
  ];
  expect((await run(candidate('export default (): 41 => 41 as const;\n')))[0]).toMatchObject({
    status: 'FAIL',
    result: { file: 'tests/own/good.ts', line: 2 },
  });
  const refused = await services.call('POST', `${HD}/tests/list`, {
    body: { sources: candidate('enum A { b }\n') },
  });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'functions/answer.ts: `enum` (line 1) cannot be removed by position; use a constant object.',
  ]);
  await put(services, {
    'functions/answer.ts': null,
    'functions/answer.js': 'export default () => 43;\n',
    'tests/own/good.ts': null,
    'tests/own/good.js':
      "export default async ({ call, expect }) => expect(await call('answer')).to.equal(43);\n",
  });
  expect((await run())[0]).toMatchObject({ status: 'OK' });
});

it.each([
  ['\n\nexport enum A { b }\n', '`enum` (line 3) cannot be removed by position; use a constant object.'],
  ['namespace A { export const b = 1; }', '`namespace` (line 1) cannot be removed by position; use a file'],
  ['class A {\n constructor(private b: string) {}\n}', 'A parameter property (line 2) cannot be removed'],
  ["import a = require('a');", '`import =` (line 1) cannot be removed'],
  ['export = 1;', '`export =` (line 1) cannot be removed'],
  ['let a: = 1;', 'Unexpected token'],
  ['('.repeat(200_000), 'Nested too deeply (line 1)'],
])('refuses to import %.40j by name', async (content, message) => {
  const refused = await refusalOf(ofDomain(shared, 'refused'), {
    'functions/good.ts': 'export default 1 as number;',
    'functions/more.ts': content,
  });
  expect(refused.message).toContain(`functions/more.ts: ${message}`);
  expect(refused.status).toBe(422);
});

it('refuses two sources of one name, declarations of types, and entries in TypeScript', async () => {
  const services = ofDomain(shared, 'two');
  await put(services, { 'functions/one.js': 'export default () => 1;\n' });
  const both = 'functions/one.ts and functions/one.js are two sources of one name: keep one of them.';
  const reversed = 'functions/one.js and functions/one.ts are two sources of one name: keep one of them.';
  const beside = await refusalOf(services, { 'functions/one.ts': 'export default () => 1;\n' });
  expect([both, reversed]).toContain(beside.message);
  const other = await refusalOf(services, { 'functions/ONE.ts': 'export default () => 1;\n' });
  expect(other.message).toContain('are two sources of one name');
  const together = await refusalOf(services, { 'functions/a.ts': '1', 'functions/a.js': '1' });
  expect(together.message).toContain('functions/a.ts');
  expect(together.message).toContain('functions/a.js');
  expect((await refusalOf(services, { 'functions/a.d.ts': 'declare const a: 1;' })).status).toBe(400);
  expect((await refusalOf(services, { 'functions/a.meta.ts': 'export default {}' })).status).toBe(400);
  const entries = await refusalOf(services, { 'collections/teas.ts': 'export default [];\n' }, 'content');
  expect(entries.message).toBe('collections/teas.ts: the entries of a collection are in a .js file');
  // The former source has gone with the same import.
  await put(services, { 'functions/one.js': null, 'functions/one.ts': 'export default (): number => 2;\n' });
  expect((await services.call('POST', `${HD}/invoke/one`, { body: {} })).body).toBe(2);
});

it('takes sources of both languages as one body', async () => {
  const services = ofDomain(shared, 'bodies');
  const exported = await services.call('GET', `${HD}/export/body`);
  const { version, body } = exported.body;
  body.functions.push({
    name: 'typed',
    source: 'export default (a: number): number => a;\n',
    sourceEnding: '.ts',
  });
  const imported = await services.call('POST', `${HD}/import/body`, { body: { baseVersion: version, body } });
  expect(imported.status).toBe(200);
  expect((await services.call('POST', `${HD}/invoke/typed`, { body: 7 })).body).toBe(7);
  expect((await services.call('GET', `${HD}/export/body`)).body.body.functions).toContainEqual(
    body.functions.at(-1),
  );
});

it('removes types once, finds the code after a restart, and removes them again with another Node', async () => {
  const { db } = shared.context;
  const services = ofDomain(shared, 'once');
  const content = 'export default (): string => "as typed";\n';
  await put(services, { 'functions/once.ts': content });
  const file = { folderPath: 'functions', name: 'once.ts', content, checksum: blobId(content) };
  const rows = async () => {
    const { rows: found } = await sql<{ nodeVersion: string; code: Buffer }>`
      select node_version, code from runtime.stripped_source where domain_id = 'once'`.execute(db);
    return found.map(({ nodeVersion, code }) => [nodeVersion, code.toString()]);
  };
  const code = 'export default ()         => "as typed";\n';
  expect(await rows()).toEqual([[process.version, code]]);
  // Nothing but the stored code can tell this process.
  await sql`update runtime.stripped_source set code = ${Buffer.from('export default () => "as stored";\n')}
    where domain_id = 'once'`.execute(db);
  await using restarted = await startTestServices({ connection: shared.context.connection });
  const answer = await ofDomain(restarted, 'once').call('POST', `${HD}/invoke/once`, { body: {} });
  expect(answer.body).toBe('as stored');
  const another = new StrippedSources({ db, nodeVersion: 'v99.0.0' });
  expect(await another.withCode('once', [file])).toEqual([{ ...file, code }]);
  expect(await rows()).toEqual([['v99.0.0', code]]);
  // Syntax that a newer Node refuses throws when it runs, at its place.
  const refused = { ...file, name: 'no.ts', content: '\n  enum A { b }', checksum: blobId('none') };
  const [throwing] = await another.withCode('once', [refused]);
  expect(throwing?.code).toMatch(/^\n {2}throw new SyntaxError\("functions\/no\.ts: `enum` \(line 2\)/);
  expect(await rows()).toHaveLength(1);
});

it('ends a thread that takes too long, and names the file', async () => {
  const hurried = new StrippedSources({ db: shared.context.db, timeoutMs: 1 });
  const long = { folderPath: 'functions', name: 'long.ts', content: 'let a: number = 1;\n'.repeat(50_000) };
  await expect(hurried.check('hurried', [long])).rejects.toThrow(
    'functions/long.ts: to remove its types takes more than 0.001 s; make it shorter.',
  );
});
