import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

// The rules of the house that lint cannot say. CONTRIBUTING.md explains them.

const root = import.meta.dirname;
const skipped = new Set([
  'node_modules',
  'dist',
  'dist-types',
  'test-output',
  'data',
  '.git',
  'seed-content',
]);
const domains = [
  'accounts',
  'articles',
  'billing',
  'pricing',
  'access-keys',
  'services',
  'configuration',
  'test-runs',
  'audit',
];

interface Import {
  target: string;
  isTypeOnly: boolean;
}

interface SourceFile {
  path: string;
  text: string;
  isTest: boolean;
  imports: Import[];
}

function listPaths(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? listPaths(path) : [path];
  });
}

/** Imports with relative ones resolved to paths from the root: `packages/server/src/http/errors.ts`. */
function readImports(path: string, text: string): Import[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;
  return [...text.matchAll(pattern)].map(([, type, fixed, dynamic]) => {
    const target = fixed ?? dynamic ?? '';
    return {
      target: target.startsWith('.') ? posix.join(dirname(path), target) : target,
      isTypeOnly: type !== undefined,
    };
  });
}

const paths = ['packages', 'e2e', 'bench', 'tools', 'docs'].flatMap(listPaths);
const files: SourceFile[] = paths
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const isTest = /\.(test|e2e)\.tsx?$/.test(path) || /^(e2e|bench)\/|\/test\//.test(path);
    return { path, text, isTest, imports: readImports(path, text) };
  });
const product = files.filter(({ isTest, path }) => !isTest && path.startsWith('packages/'));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

const inside = (folder: string) => product.filter(({ path }) => path.startsWith(`packages/${folder}/src/`));

/** Every import of these files that the rule forbids, as `file → target`. */
function forbidden(
  from: SourceFile[],
  isForbidden: (target: string, from: SourceFile, type: boolean) => boolean,
): string[] {
  return from.flatMap((file) =>
    file.imports
      .filter(({ target, isTypeOnly }) => isForbidden(target, file, isTypeOnly))
      .map(({ target }) => `${file.path} → ${target}`),
  );
}

const isPackage = (target: string) => !target.startsWith('packages/');

describe('between packages', () => {
  const allowed: Record<string, RegExp> = {
    contract: /^zod$/,
    diff: /^@codemirror\/merge$/,
    widget: /^(zod|@atrium\/contract\/.+)$/,
    console: /^(?!@atrium\/(server|runtime)|node:|fastify|kysely|pg$)/,
    runtime: /^(?!@atrium\/(server|console|widget)|react)/,
    server: /^(?!@atrium\/(console|widget)|react)/,
  };
  test.each(Object.entries(allowed))('%s imports only what its floor may', (name, pattern) => {
    expect(forbidden(inside(name), (target) => isPackage(target) && !pattern.test(target))).toEqual([]);
  });

  test('relative imports stay inside their package', () => {
    const leaves = (target: string, { path }: SourceFile) =>
      !isPackage(target) && target.split('/')[1] !== path.split('/')[1];
    expect(forbidden(product, leaves)).toEqual([]);
  });

  test('only main.ts starts the runtime', () => {
    const starts = (target: string, { path }: SourceFile) =>
      target.startsWith('@atrium/runtime') && path !== 'packages/server/src/main.ts';
    expect(forbidden(inside('server'), starts)).toEqual([]);
  });

  test('e2e and bench never import the insides of the product', () => {
    const outside = files.filter(({ path }) => /^(e2e|bench)\//.test(path));
    const isInside = (target: string) => /^packages\/|^@atrium\/(?!(contract|diff)\/)/.test(target);
    expect(forbidden(outside, isInside)).toEqual([]);
  });
});

describe('in the server', () => {
  const server = inside('server');
  const withRole = (role: string) => server.filter(({ path }) => path.endsWith(`.${role}.ts`));
  const domainOf = (path: string) =>
    domains.find((domain) => path.startsWith(`packages/server/src/${domain}/`));

  test('routes hold no SQL', () => {
    const isStore = (target: string, { path }: SourceFile, isTypeOnly: boolean) =>
      /^(kysely|pg)$|\/src\/database\//.test(target) && !isTypeOnly && !hasOnlyTypes(path, target);
    expect(forbidden(withRole('routes'), isStore)).toEqual([]);
  });

  test('services know neither HTTP nor routes', () => {
    const isHttp = (target: string) =>
      /^fastify|\.routes\.ts$/.test(target) ||
      (target.includes('/src/http/') && !/\/(errors|caller|public-url)\.ts$/.test(target));
    expect(forbidden(withRole('service'), isHttp)).toEqual([]);
  });

  test('repositories know neither HTTP nor services', () => {
    const isAbove = (target: string) =>
      /^fastify|\/src\/http\/(?!errors\.ts)|\.(routes|service|job)\.ts$/.test(target);
    expect(forbidden(withRole('repository'), isAbove)).toEqual([]);
  });

  test('a domain never reads the repository or tables of another', () => {
    const isForeign = (target: string, { path }: SourceFile) =>
      /\.(repository|tables)\.ts$/.test(target) &&
      domainOf(path) !== undefined &&
      domainOf(target) !== undefined &&
      domainOf(path) !== domainOf(target);
    expect(forbidden(server, isForeign)).toEqual([]);
  });

  test('only context.ts creates providers', () => {
    const creates = (target: string, { path }: SourceFile, isTypeOnly: boolean) =>
      target.includes('/src/providers/') &&
      !isTypeOnly &&
      !path.includes('/src/providers/') &&
      !/\/context\.ts$|\.seed\.ts$/.test(path) &&
      importsCreator(path, target);
    expect(forbidden(server, creates)).toEqual([]);
  });

  test('migrations are numbered without gaps', () => {
    for (const owner of ['server', 'runtime']) {
      const names = paths
        .filter((path) => path.startsWith(`packages/${owner}/migrations/`))
        .map((path) => basename(path))
        .sort();
      const numbers = names.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
      expect(numbers, owner).toEqual(names.map((_, index) => String(index + 1).padStart(4, '0')));
    }
  });
});

/** Names that one file imports from another, as they are written. */
function importedNames(path: string, target: string): string[] {
  const text = files.find((file) => file.path === path)?.text ?? '';
  const escaped = basename(target).replaceAll('.', '\\.');
  const braces = new RegExp(`import \\{([^}]*)\\} from '[^']*${escaped}'`).exec(text)?.[1] ?? '';
  return braces.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function importsCreator(path: string, target: string): boolean {
  return importedNames(path, target).some((name) => /^(create|open|start)[A-Z]/.test(name));
}

/** True for `import { type A, type B } from`, which is gone when the program runs. */
function hasOnlyTypes(path: string, target: string): boolean {
  const names = importedNames(path, target);
  return names.length > 0 && names.every((name) => name.startsWith('type '));
}

test('the environment is read in config.ts only', () => {
  const readers = product
    .filter(({ path }) => path.includes('/src/'))
    .filter(({ text }) => /\bprocess\.env\b|from 'node:process'/.test(text))
    .map(({ path }) => path);
  expect(readers.filter((path) => path !== 'packages/server/src/config.ts')).toEqual([]);
});

test('domain code asks the context for time and chance', () => {
  const asks = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(/;
  const inDomains = inside('server').filter(({ path }) =>
    domains.some((domain) => path.includes(`/src/${domain}/`)),
  );
  expect(inDomains.filter(({ text }) => asks.test(text)).map(({ path }) => path)).toEqual([]);
});

describe('in the console', () => {
  const floors = ['lib', 'ui', 'api', 'layout', 'features'];
  const floorOf = (path: string) => /^packages\/console\/src\/([a-z]+)\//.exec(path)?.[1] ?? '';

  test('imports go down: ui, lib → api → layout → features → routes', () => {
    const above: Record<string, string[]> = {
      lib: ['ui', 'api', 'layout', 'features'],
      ui: ['api', 'layout', 'features'],
      api: ['ui', 'layout', 'features'],
      layout: ['features'],
      features: [],
    };
    const inFloors = inside('console').filter(({ path }) => floors.includes(floorOf(path)));
    const isUp = (target: string, { path }: SourceFile) =>
      above[floorOf(path)]?.includes(floorOf(target)) === true ||
      /console\/src\/(routes|main)\.tsx$/.test(target);
    expect(forbidden(inFloors, isUp)).toEqual([]);
  });

  test('a feature does not import another feature', () => {
    const featureOf = (path: string) => /console\/src\/features\/([^/]+)\//.exec(path)?.[1];
    const isOther = (target: string, { path }: SourceFile) =>
      featureOf(path) !== undefined &&
      featureOf(target) !== undefined &&
      featureOf(path) !== featureOf(target);
    expect(forbidden(inside('console'), isOther)).toEqual([]);
  });

  test('links are built in paths.ts only', () => {
    const written = /['"`]\/(console|index)(?!\/v1\/)[/'"`?]/;
    const places = inside('console').filter(
      ({ path }) => !/\/src\/(paths\.ts|routes\.tsx|routes\/.*)$/.test(path),
    );
    expect(places.filter(({ text }) => written.test(withoutComments(text))).map(({ path }) => path)).toEqual(
      [],
    );
  });
});

describe('names and sizes', () => {
  test('no folder without a name of its own', () => {
    const nameless = /(^|\/)(utils?|helpers?|common|misc|shared|types)\//;
    expect(paths.filter((path) => nameless.test(path))).toEqual([]);
  });

  test('no forbidden word in a file name', () => {
    // `data-folder` and `git-process` name a thing; `invoice-data` and `process-invoice` say nothing.
    const word = /(^|-)(managers?|helpers?|utils?|common|impl|new)([-.]|$)|(^|-)(data|infos?)\.|^process[-.]/;
    const words = (path: string) =>
      basename(path)
        .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
        .toLowerCase();
    expect(files.filter(({ path }) => word.test(words(path))).map(({ path }) => path)).toEqual([]);
  });

  test('no forbidden word in an exported name', () => {
    const exported = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;
    const word = /(^|-)(managers?|helpers?|utils?|common|impl|handle2)(-|$)/;
    const words = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
    const found = files.flatMap(({ path, text }) =>
      [...text.matchAll(exported)]
        .map(([, name = '']) => name)
        .filter((name) => word.test(words(name)))
        .map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  test('files of components are PascalCase, all others kebab-case', () => {
    const isGood = (path: string) =>
      /^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|mjs|d\.mts)$/.test(basename(path)) ||
      /^([A-Z][A-Za-z0-9]*|[a-z0-9]+(-[a-z0-9]+)*)(\.test)?\.tsx$/.test(basename(path));
    expect(files.map(({ path }) => path).filter((path) => !isGood(path))).toEqual([]);
  });

  test('no file only passes on what others export', () => {
    const isBarrel = ({ path, text }: SourceFile) => {
      const code = withoutComments(text).trim();
      return (
        /^index\.tsx?$/.test(basename(path)) ||
        (code !== '' && /^(export [^;=]*? from ['"][^'"]+['"];?\s*)+$/.test(code))
      );
    };
    expect(product.filter(isBarrel).map(({ path }) => path)).toEqual([]);
  });

  test('files are short', () => {
    const tooLong = files.filter(
      ({ text, path }) => text.split('\n').length > (/\.(test|e2e)\.tsx?$/.test(path) ? 601 : 301),
    );
    expect(tooLong.map(({ path }) => path)).toEqual([]);
  });

  test('work left to do is an issue, not a remark', () => {
    const remark = /\b(TODO|FIXME|XXX)\b/;
    expect(product.filter(({ text }) => remark.test(text)).map(({ path }) => relative('.', path))).toEqual(
      [],
    );
  });
});
