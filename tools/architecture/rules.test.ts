import { describe } from 'vitest';
import { areaRules } from './area-rules.ts';
import { documentRules } from './document-rules.ts';
import { packageRules } from './package-rules.ts';
import { serverRules } from './server-rules.ts';
import { console, runtime, server, type Trial, tryRules } from './trial.ts';

const between: Record<string, Trial> = {
  'contract imports only its allowed packages': {
    broken: [
      ['packages/contract/src/a.ts', `import { join } from 'node:path';`],
      ['packages/contract/src/a.ts', `const { a } = await import('react');`],
    ],
    kept: [['packages/contract/src/a.ts', `import { z } from 'zod';`]],
  },
  'diff imports only its allowed packages': {
    broken: [['packages/diff/src/a.ts', `import type { A } from '@atrium/contract/a';`]],
    kept: [['packages/diff/src/a.ts', `import { Change } from '@codemirror/merge';`]],
  },
  'host imports only its allowed packages': {
    broken: [
      ['packages/host/src/a.ts', `import { a } from '@atrium/diff/a';`],
      ['packages/host/src/a.ts', `import { a } from '@atrium/server';`],
    ],
    kept: [['packages/host/src/a.ts', `import { a } from '@atrium/contract/a';`]],
  },
  'widget imports only its allowed packages': {
    broken: [['packages/widget/src/a.ts', `import { useState } from 'react';`]],
    kept: [['packages/widget/src/a.ts', `import { a } from '@atrium/contract/a';`]],
  },
  'console imports only its allowed packages': {
    broken: [
      [console('lib/a.ts'), `import { a } from '@atrium/host/errors';`],
      [console('lib/a.ts'), `export { a } from '@atrium/server';`],
      [console('lib/a.ts'), `import { readFile } from 'node:fs';`],
    ],
    kept: [[console('lib/a.ts'), `import { a } from '@atrium/widget';`]],
  },
  'runtime imports only its allowed packages': {
    broken: [['packages/runtime/src/a.ts', `import { a } from '@atrium/server';`]],
    kept: [['packages/runtime/src/a.ts', `import { a } from '@atrium/host/errors';`]],
  },
  'server imports only its allowed packages': {
    broken: [
      [server('start/a.ts'), `import '@atrium/runtime';`],
      [server('start/a.ts'), `import { a } from '@atrium/console';`],
    ],
    kept: [[server('start/a.ts'), `import { a } from '@atrium/diff';`]],
  },
  'relative imports stay inside their package': {
    broken: [
      [server('audit/a.ts'), `import { a } from '../../../contract/src/a.ts';`],
      [server('audit/a.ts'), `import { a } from '../../../../tools/a.mjs';`],
    ],
    kept: [[server('audit/a.ts'), `import { a } from '../a.ts';`]],
  },
  'no import cycles, of types either': {
    beside: [
      [server('audit/b.ts'), `import { a } from './a.ts';`],
      [server('audit/c.ts'), `export { b } from './b.ts';`],
    ],
    broken: [
      [server('audit/a.ts'), `import { b } from './b.ts';`],
      [server('audit/a.ts'), `import type { C } from './c.ts';`],
      [server('audit/a.ts'), `const { c } = await import('./c.ts');`],
    ],
    kept: [
      [server('audit/a.ts'), `import { d } from './d.ts';`],
      [server('audit/a.test.ts'), `import { b } from './b.ts';`],
      [server('audit/d.ts'), `import { a } from './a.ts';\nimport { b } from './b.ts';`],
    ],
  },
  'only paths.ts of the server names the runtime, whose program is started as a process': {
    broken: [[server('start/a.ts'), `require.resolve('@atrium/runtime');`]],
    kept: [[server('paths.ts'), `require.resolve('@atrium/runtime');`]],
  },
  'e2e and bench never import the insides of the product': {
    broken: [
      ['e2e/specs/a.e2e.ts', `import { a } from '../../packages/server/src/a.ts';`],
      ['bench/a.bench.ts', `import { a } from '@atrium/console';`],
    ],
    kept: [['bench/a.bench.ts', `import { a } from '@atrium/diff/a';`]],
  },
  "a file's path is made by filePathOf only": {
    broken: [
      [console('lib/a.ts'), 'const path = `${folderPath}/${name}`;'],
      [server('audit/a.ts'), 'const path = `${serviceId}/${file.newFolderPath}/${file.newName}`;'],
    ],
    kept: [
      [
        'packages/contract/src/service-api/files/configuration-file.ts',
        'const path = `${folderPath}/${name}`;',
      ],
      [console('lib/a.ts'), 'const text = `${folderPath} ${name}`; // `${folderPath}/${name}`'],
    ],
  },
  "a file's place and the wire's names of it are translated in file-ref.ts only": {
    broken: [
      [server('audit/a.ts'), 'for (const { name: folderPath, files } of folders) read(folderPath, files);'],
      [console('lib/a.ts'), 'const body = { name, folder: folderPath };'],
    ],
    kept: [
      [
        'packages/contract/src/configuration/file-ref.ts',
        'const body = { fileName: name, folderName: folderPath };',
      ],
      [console('lib/a.ts'), 'const place = { folderPath, name };'],
    ],
  },
  'compiled code is cached only where compiled-code.ts puts it, never in a folder that all accounts share': {
    broken: [[server('main.ts'), `import { enableCompileCache } from 'node:module';`]],
    kept: [['packages/host/src/compiled-code.ts', `import { enableCompileCache } from 'node:module';`]],
  },
  'no file only passes on what others export, but a feature of the console to other features': {
    broken: [
      ['packages/diff/src/a.ts', `// A remark.\nexport { a } from './b.ts';\nexport * from './c.ts';`],
      ['packages/diff/src/index.ts', `export const a = 1;`],
    ],
    kept: [['packages/diff/src/a.ts', `export { a } from './b.ts';\nexport const c = 1;`]],
  },
};

const tables: Trial['beside'] = [
  [server('accounts/accounts.tables.ts'), `export interface AccountsTables {\n  users: { id: string };\n}\n`],
  [
    server('billing/billing.tables.ts'),
    `export interface BillingTables {\n  usage_days: { id: string };\n}\n`,
  ],
  [runtime('content/content.tables.ts'), `export interface ContentTables {\n  entry: { id: string };\n}\n`],
];

const inServer: Record<string, Trial> = {
  'folders of server and runtime import only from their own layer or a lower one': {
    broken: [
      [server('database/a.ts'), `import { a } from '../accounts/a.ts';`],
      [server('billing/a.seed.ts'), `import type { Context } from '../context.ts';`],
      [server('accounts/a.tables.ts'), `import type { A } from './a.ts';`],
      [server('context.ts'), `import { buildApp } from './app.ts';`],
      [server('attic/a.ts'), `export const a = 1;`],
      [runtime('sandbox/a.ts'), `import { a } from '../functions/a.ts';`],
      [runtime('content/a.ts'), `import { a } from '../context.ts';`],
      [runtime('attic/a.ts'), `export const a = 1;`],
    ],
    kept: [
      [server('billing/a.ts'), `import { a } from '../pricing/a.ts';\nimport { b } from '../http/b.ts';`],
      [server('start/a.ts'), `import { buildApp } from '../app.ts';`],
      [runtime('tests/a.ts'), `import { a } from '../functions/a.ts';`],
    ],
  },
  'routes import neither a repository nor anything of the database, types included': {
    broken: [
      [server('audit/a.routes.ts'), `import { findA } from './a.repository.ts';`],
      [server('audit/a.routes.ts'), `import type { Kysely } from 'kysely';`],
      [server('audit/a.routes.ts'), `import type { Database } from '../database/schema.ts';`],
      [server('audit/a.routes.ts'), `import { openDatabase } from '@atrium/host/database/connection';`],
      [runtime('content/a.routes.ts'), `import type { RuntimeDatabase } from '../database/schema.ts';`],
    ],
    kept: [[server('audit/a.routes.ts'), `import type { A } from './a.service.ts';`]],
  },
  'services import neither HTTP nor routes': {
    broken: [
      [server('audit/a.service.ts'), `import type { FastifyRequest } from 'fastify';`],
      [server('audit/a.service.ts'), `import { route } from '@atrium/host/http/route';`],
      [server('audit/a.service.ts'), `import { a } from '../http/console-files.ts';`],
      [server('audit/a.service.ts'), `import { a } from './a.routes.ts';`],
      [runtime('tests/a.service.ts'), `import { route } from '../host/route.ts';`],
    ],
    kept: [
      [server('audit/a.service.ts'), `import type { Caller } from '../http/caller.ts';`],
      [runtime('tests/a.service.ts'), `import type { Caller } from '../host/service-token.ts';`],
    ],
  },
  'repositories import neither HTTP nor routes, services and jobs': {
    broken: [
      [server('audit/a.repository.ts'), `import type { Caller } from '../http/caller.ts';`],
      [server('audit/a.repository.ts'), `import type { A } from './a.service.ts';`],
      [server('audit/a.repository.ts'), `import type { A } from './a.job.ts';`],
      [runtime('content/a.repository.ts'), `import type { Caller } from '../host/service-token.ts';`],
    ],
    kept: [[server('audit/a.repository.ts'), `import { a } from './b.repository.ts';`]],
  },
  'an area never imports the repository or tables of another': {
    broken: [
      [server('billing/a.ts'), `import { findUser } from '../accounts/user.repository.ts';`],
      [server('billing/a.ts'), `import type { AccountsTables } from '../accounts/accounts.tables.ts';`],
      [runtime('content/a.ts'), `import { listFiles } from '../configuration/file.repository.ts';`],
    ],
    kept: [[server('billing/a.ts'), `import type { People } from '../accounts/people.service.ts';`]],
  },
  'only the folder that describes a table queries it': {
    beside: tables,
    broken: [
      [server('billing/a.repository.ts'), `db.selectFrom('users').selectAll();`],
      [server('billing/a.repository.ts'), `db.selectFrom(['invoices', 'users as u']);`],
      [server('billing/a.repository.ts'), `days.innerJoin('users', 'users.id', 'userId');`],
      [server('accounts/a.repository.ts'), `db.insertInto('usageDays').values({});`],
      [server('accounts/a.repository.ts'), 'sql`select * from usage_days`.execute(db);'],
      [server('accounts/a.repository.ts'), 'sql<Row>`delete from only "usage_days" where true`;'],
      [server('http/a.repository.ts'), `db.updateTable('users');`],
      [server('database/a.ts'), `client.query('select id from users');`],
      [server('database/a.ts'), 'client.query<Row>(`select ${id} from usage_days`);'],
      [runtime('configuration/a.repository.ts'), `db.selectFrom('entry');`],
    ],
    kept: [
      [server('accounts/a.repository.ts'), `db.deleteFrom('users');`],
      [server('billing/a.repository.ts'), '// of selectFrom("users")\nsql`update usage_days set users = 1`;'],
    ],
  },
  'areas query in their repositories only': {
    beside: tables,
    broken: [
      [server('billing/a.service.ts'), `db.selectFrom('usage_days').selectAll();`],
      [server('billing/a.service.ts'), 'sql`select 1`.execute(db);'],
      [runtime('content/a.service.ts'), `db.deleteFrom('entry');`],
    ],
    kept: [[server('billing/a.repository.ts'), 'sql`select 1`.execute(db);']],
  },
  'only context.ts creates providers and the database': {
    broken: [
      [server('billing/a.ts'), `import { createStripeProvider } from '../providers/payments/a.ts';`],
      [server('start/a.ts'), `import { openStore } from '../database/open-store.ts';`],
      [server('start/a.ts'), `import { openServerForCommand } from '../database/open-store.ts';`],
      [server('commands/command-line.ts'), `import { openStore } from '../database/open-store.ts';`],
      [server('start/a.ts'), `import { type Store, startEmbeddedDatabase } from '../database/embedded.ts';`],
    ],
    kept: [
      [server('context.ts'), `import { openStore } from './database/open-store.ts';`],
      [
        server('commands/command-line.ts'),
        `import { openServerForCommand } from '../database/open-store.ts';`,
      ],
      [server('billing/a.ts'), `import type { createStripeProvider } from '../providers/payments/a.ts';`],
    ],
  },
  'areas get time and random values from the context': {
    broken: [
      [server('audit/a.ts'), 'const now = Date.now();'],
      [server('audit/a.ts'), 'const now = new Date();'],
      [server('audit/a.ts'), 'const id = randomUUID();'],
      [runtime('functions/a.ts'), 'const now = Date.now();'],
    ],
    kept: [[server('audit/a.ts'), 'const then = new Date(now);']],
  },
  "areas take the addresses of the console's pages from the contract": {
    broken: [[server('audit/a.ts'), 'const link = `${home}/console/audit?id=${id}`;']],
    kept: [
      [server('audit/a.ts'), `const link = consolePaths.login(); const call = '/console/v1/audit';`],
      [server('http/console-files.ts'), `app.get('/console/*');`],
    ],
  },
  'the environment is read in config.ts only': {
    broken: [
      [server('audit/a.ts'), 'const home = process.env.HOME;'],
      ['packages/runtime/src/a.ts', `const home = process.env['HOME'];`],
      [server('audit/a.ts'), `import { env } from 'node:process';`],
    ],
    kept: [
      [server('config.ts'), 'const home = process.env.HOME;'],
      [server('audit/a.ts'), '// process.env says nothing here.'],
    ],
  },
  'migrations are numbered without gaps': {
    beside: [['packages/server/migrations/0001_first.sql', '']],
    broken: [
      ['packages/server/migrations/0003_third.sql', ''],
      ['packages/server/migrations/second.sql', ''],
    ],
    kept: [['packages/server/migrations/0002_second.sql', '']],
  },
  'the first line of a migration says whether it is compatible or breaking, and why': {
    broken: [
      ['packages/server/migrations/0002_a.sql', 'create table a (id int);'],
      ['packages/runtime/migrations/0002_a.sql', '-- compatible:\ncreate table a (id int);'],
      ['packages/server/migrations/0099_a.sql', 'create table a (id int);\n-- breaking: too late'],
    ],
    kept: [
      ['packages/server/migrations/0001_a.sql', 'create table a (id int);'],
      ['packages/server/migrations/0002_a.sql', '-- compatible: no one knows the table yet.'],
      ['packages/runtime/migrations/0002_a.sql', '-- breaking: releases before this one read the column.'],
    ],
  },
};

const inArea: Record<string, Trial> = {
  'a service is one class': {
    broken: [
      [
        server('billing/card.service.ts'),
        `export interface Cards {\n  list(): Card[];\n}\nexport function createCards(db: Db): Cards {\n  return { list: () => [] };\n}\n`,
      ],
      [server('billing/card.service.ts'), 'export async function listCards(db: Db) {}'],
      [runtime('tests/tests.service.ts'), 'export class Tests {}\nexport class Runs {}'],
    ],
    kept: [
      [
        server('billing/card.service.ts'),
        `export class Cards {\n  list() {}\n}\nexport const MAX_CARDS = 9;\n`,
      ],
      [server('billing/list-cards.ts'), 'export async function listCards(db: Db) {}'],
    ],
  },
  "a service's state is #private, and it is built from one object of named parts": {
    broken: [
      [server('billing/card.service.ts'), 'class Cards {\n  private readonly db: Db;\n}'],
      [server('billing/card.service.ts'), 'class Cards {\n  private open() {}\n}'],
      [runtime('tests/tests.service.ts'), 'class Tests {\n  count = 0;\n}'],
      [runtime('tests/tests.service.ts'), 'class Tests {\n  constructor(db: Db, now: Now) {}\n}'],
    ],
    kept: [
      [
        server('billing/card.service.ts'),
        'class Cards {\n  #db;\n  constructor({ db }: Parts) {}\n  list() {}\n}',
      ],
      [
        server('accounts/sessions/token.service.ts'),
        'class Tokens {\n  constructor(parts: Parts, keys: Keys) {}\n  static async load(parts: Parts) {}\n}',
      ],
    ],
  },
  'a repository is functions that take a connection or a transaction first': {
    broken: [
      [
        server('billing/payments/card.repository.ts'),
        'export async function findCard(id: string, db: Store) {}',
      ],
      [runtime('content/entry.repository.ts'), 'export function listEntries(store: Store) {}'],
      [runtime('content/entry.repository.ts'), 'export class Entries {}'],
    ],
    kept: [
      [
        server('billing/payments/card.repository.ts'),
        'export async function lockCard(transaction: Store) {}',
      ],
      [
        server('billing/payments/card.repository.ts'),
        'export function toCard(row: Row) {}\nfunction make() {}',
      ],
    ],
  },
  'a job is defined in a file with that role': {
    broken: [[server('billing/close.ts'), `const a = defineJob({\n  name: 'billing.close-months',\n});`]],
    kept: [
      [server('billing/close.job.ts'), `const a = defineJob({\n  name: 'billing.close-months',\n});`],
      [server('jobs/define-job.ts'), 'export function defineJob(job) {}'],
    ],
  },
};

const recipe = (code: string, step = 'The rule, `packages/diff/src/kept.ts`:') =>
  `1. ${step}\n\n   \`\`\`ts\n   ${code}\n   \`\`\`\n`;

const helpTopic = (name: string, article: string) =>
  `export const helpTopics = {\n  ${name}: {\n    text: 'A.',\n    article: '${article}',\n  },\n};\n`;

const article = 'packages/server/src/articles/content/set-prices.md';

const documented: Record<string, Trial> = {
  'links of documents lead to files and headings that exist': {
    beside: [['docs/b.md', '# Pages of its own\n\n## `npm start`, again\n\n<a id="named"></a>\n']],
    broken: [
      ['docs/a.md', '[B](c.md)'],
      ['docs/a.md', '[B](../b.md)'],
      ['docs/a.md', '![B](images/b.png)'],
      ['docs/a.md', '[B](b.md#page)'],
      ['docs/a.md', '# A\n\n[here](#b)'],
    ],
    kept: [
      [
        'docs/a.md',
        '[B](b.md), [pages](b.md#pages-of-its-own), [start](b.md#npm-start-again), [it](b.md#named)',
      ],
      ['docs/a.md', '# Here\n\n[here](#here), [all](../docs), [web](https://example.com/a#b)'],
      ['README.md', '[B](docs/b.md)'],
    ],
  },
  'documents name only files that exist': {
    broken: [['docs/a.md', 'The rule is in `packages/diff/src/gone.ts`.']],
    kept: [['docs/a.md', 'The rule is in `packages/diff/src/kept.ts`; `packages/<name>/src` is a pattern.']],
    beside: [['packages/diff/src/kept.ts', '']],
  },
  'examples of the recipes match the files that their steps name': {
    beside: [['packages/diff/src/kept.ts', 'keep(\n  a,\n  b,\n);\nlet c;\nlose(d);\n']],
    broken: [
      ['docs/recipes.md', recipe('keep(a, c);')],
      ['docs/recipes.md', recipe('keep(a, b);\n   …\n   lose(c);')],
      ['docs/recipes.md', recipe('keep(a, b);\n   lose(d);')],
      ['docs/recipes.md', recipe('keep(a, b);', 'The rule:')],
      ['docs/recipes.md', recipe('keep(a, b);', 'The rule, `packages/diff/src/gone.ts`:')],
    ],
    kept: [
      ['docs/recipes.md', recipe('keep(a, b);\n   …\n   lose(d);')],
      ['docs/recipes.md', recipe('keep(\n     …\n   );')],
    ],
  },
  'CONTRIBUTING.md lists the areas as they are': {
    broken: [
      ['CONTRIBUTING.md', 'you know them all: `accounts`, `cellar`. More.'],
      ['CONTRIBUTING.md', '`metering` → areas (`configuration`, `content`) → `context.ts`'],
    ],
    kept: [
      [
        'CONTRIBUTING.md',
        '→ areas (`background`, `configuration`, `content`, `functions`, `invocations`, `outbound`, `storage`, `tests`, `values`) →',
      ],
    ],
  },
  'help leads to articles that exist, and each topic of it is shown': {
    beside: [
      ['packages/server/src/articles/content/pulls.md', '---\ncode: pull-configuration\n---\n'],
      [console('layout/A.tsx'), `const a = <Help topic="pull" />;`],
    ],
    broken: [
      [console('layout/help-topics.ts'), helpTopic('pull', 'pulls')],
      [console('layout/help-topics.ts'), helpTopic('hidden', 'pull-configuration')],
      [console('features/pricing/A.tsx'), `const href = paths.article('pulls');`],
    ],
    kept: [
      [console('layout/help-topics.ts'), helpTopic('pull', 'pull-configuration')],
      [console('features/pricing/A.tsx'), `const href = paths.article('pull-configuration');`],
    ],
  },
  'steps of an article are in its text and are labels of the product': {
    beside: [[console('features/pricing/A.tsx'), `const a = <Button>\n  New price\n</Button>;`]],
    broken: [
      [article, '---\nsteps: Add a price\n---\nChoose **Add a price**.\n'],
      [article, '---\nsteps: New price\n---\nChoose it.\n'],
    ],
    kept: [[article, '---\nsteps: Settings → New price | New price\n---\n**Settings → New price**\n']],
  },
};

describe.each([
  { part: 'between packages', rules: packageRules, trials: between },
  { part: 'in server and runtime', rules: serverRules, trials: inServer },
  { part: 'in an area', rules: areaRules, trials: inArea },
  { part: 'documents', rules: documentRules, trials: documented },
])('$part', ({ rules, trials }) => {
  tryRules(rules, trials);
});
