import { findFiles, findImports, type Rule, sourcesOf } from './rule.ts';
import type { Import, SourceFile } from './source-file.ts';

const isOfPackage = ({ isRelative }: Import) => !isRelative;

const packageOf = (path: string) => path.split('/').slice(0, 2).join('/');

/** Packages that each package may import. */
const ALLOWED_IMPORTS: Record<string, RegExp> = {
  contract: /^(zod|@noble\/hashes\/.+)$/,
  diff: /^@codemirror\/merge$/,
  host: /^(node:|@atrium\/contract\/|@opentelemetry\/|(@fastify\/compress|cron-parser|fastify|fastify-type-provider-zod|ipaddr\.js|kysely|lru-cache|pg|pino|uuid|zod)$)/,
  widget: /^(zod|@simplewebauthn\/browser|@atrium\/contract\/.+)$/,
  console: /^(?!@atrium\/(?!contract\/|diff|widget)|node:|fastify|kysely|pg$)/,
  runtime: /^(?!@atrium\/(?!contract\/|host\/)|react)/,
  server: /^(?!@atrium\/(?!contract\/|diff|host\/)|react)/,
};

const importRules = Object.entries(ALLOWED_IMPORTS).map(
  ([name, allowed]): Rule => ({
    title: `${name} imports only its allowed packages`,
    find: (codebase) =>
      findImports(
        sourcesOf(codebase, name),
        (imported) => isOfPackage(imported) && !allowed.test(imported.target),
      ),
  }),
);

/** One line for each import that closes a cycle: `a.ts → b.ts → a.ts`. */
function findCycles(files: SourceFile[]): string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const done = new Set<string>();
  const walked: string[] = [];
  const found: string[] = [];
  const visit = (path: string) => {
    const at = walked.indexOf(path);
    if (at >= 0) found.push([...walked.slice(at), path].join(' → '));
    if (at >= 0 || done.has(path)) return;
    walked.push(path);
    for (const target of importsOf.get(path) ?? []) visit(target);
    walked.pop();
    done.add(path);
  };
  for (const path of importsOf.keys()) visit(path);
  return found;
}

export const packageRules: Rule[] = [
  ...importRules,
  {
    title: 'relative imports stay inside their package',
    find: (codebase) =>
      findImports(
        sourcesOf(codebase),
        (imported, { path }) => !isOfPackage(imported) && packageOf(imported.target) !== packageOf(path),
      ),
  },
  {
    title: 'no import cycles, of types either',
    find: (codebase) => findCycles(sourcesOf(codebase)),
  },
  {
    title: 'only paths.ts of the server names the runtime, whose program is started as a process',
    find: (codebase) =>
      findFiles(
        sourcesOf(codebase, 'server'),
        ({ path, strings }) =>
          path !== 'packages/server/src/paths.ts' && strings.some((text) => /@atrium\/runtime/.test(text)),
      ),
  },
  {
    title: 'e2e and bench never import the insides of the product',
    find: ({ files }) =>
      findImports(
        files.filter(({ path }) => /^(e2e|bench)\//.test(path)),
        ({ target }) => /^packages\/|^@atrium\/(?!(contract|diff)\/)/.test(target),
      ),
  },
  {
    title: "a file's path is made by filePathOf only",
    find: (codebase) =>
      findFiles(
        sourcesOf(codebase),
        ({ path, joinsPath }) =>
          joinsPath && path !== 'packages/contract/src/service-api/files/configuration-file.ts',
      ),
  },
  {
    title: "a file's place and the wire's names of it are translated in file-ref.ts only",
    find: (codebase) =>
      findFiles(
        sourcesOf(codebase),
        ({ path, renamesPlace }) =>
          renamesPlace && path !== 'packages/contract/src/configuration/file-ref.ts',
      ),
  },
  {
    title:
      'compiled code is cached only where compiled-code.ts puts it, never in a folder that all accounts share',
    find: ({ files }) =>
      findImports(
        files.filter(({ path }) => path !== 'packages/host/src/compiled-code.ts'),
        ({ target, names }) =>
          /^(node:)?module$/.test(target) && /enableCompileCache|default|\*/.test(names.join()),
      ),
  },
  {
    title: 'no file only passes on what others export, but a feature of the console to other features',
    find: (codebase) =>
      findFiles(
        sourcesOf(codebase),
        ({ path, isBarrel }) =>
          isBarrel && !/^packages\/console\/src\/features\/[^/]+\/public\.ts$/.test(path),
      ),
  },
];
