import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { QuickJS } from 'quickjs-wasi';
import { afterAll, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox-fixture.ts';
import { MISSING } from './worker/failure.ts';
import { compileEngine } from './worker/guest-sources.ts';

const { run, close } = openSandbox();
afterAll(close);

const ARTICLE = fileURLToPath(
  new URL('../../../server/src/articles/content/function-language.md', import.meta.url),
);
/** From here on the article is generated. */
const START = '\n## The web, name by name\n';

interface Found {
  web: [name: string, members: string[]][];
  intl: [name: string, members: string[]][];
  language: string[];
}

/** Names of the bare engine that are no part of the language. */
const WEB = ['DOMException', 'atob', 'btoa', 'performance', 'queueMicrotask'];

/** Runs in the sandbox. */
const LIST = `export default (language) => {
  const own = (object, prefix = '') => Reflect.ownKeys(object ?? {})
    .filter((key) => typeof key === 'string' && !/^(?:constructor|length|name|prototype|[A-Z_]+)$/.test(key))
    .map((key) => prefix + key);
  const inherited = (prototype) =>
    prototype && prototype !== Object.prototype ? [...own(prototype), ...inherited(Object.getPrototypeOf(prototype))] : [];
  const members = (value) => {
    if (typeof value === 'function') return [...own(value, 'static '), ...new Set(inherited(value.prototype))];
    const parent = Object.getPrototypeOf(value);
    return [...own(value), ...(parent === Object.prototype ? [] : own(parent))];
  };
  const namesOf = (owner) => Object.getOwnPropertyNames(owner).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const list = (owner, names) => names.map((name) => [name, members(owner[name])]);
  const names = namesOf(globalThis).filter((name) => name !== 'Intl' && name !== 'globalThis');
  return {
    web: list(globalThis, names.filter((name) => !language.includes(name))),
    intl: list(Intl, namesOf(Intl)),
    language: names.filter((name) => language.includes(name)),
  };
}`;

const code = (name: string) => `\`${name}\``;
const table = (rows: Found['web'], prefix = '') =>
  [
    '| Name | Has |',
    '|---|---|',
    ...rows.map(([name, members]) => `| ${code(prefix + name)} | ${members.map(code).join(', ')} |`),
  ].join('\n');

it('the article on the language lists what functions have; `vitest --update` writes it', async () => {
  using bare = await QuickJS.create(compileEngine());
  const language = bare.dump(bare.evalCode('Object.getOwnPropertyNames(globalThis)')) as string[];
  const input = language.filter((name) => !WEB.includes(name));
  const { failure, result } = await run(LIST, { input, timeoutMs: 60_000 });
  expect(failure).toBeNull();
  const { web, intl, language: present } = JSON.parse(result) as Found;
  const missing = Object.entries(MISSING).map(
    ([why, names]) => `- ${names.split(' ').map(code).join(', ')}: ${why}.`,
  );
  const [prose] = readFileSync(ARTICLE, 'utf8').split(START);
  const listed = [
    table(web),
    '## Locales and time zones, name by name\n',
    table(intl, 'Intl.'),
    '## The language itself\n',
    `${present.map(code).join(', ')}.`,
    '## What is not there\n',
    missing.join('\n'),
  ];
  await expect(`${prose}${START}\n${listed.join('\n\n').replaceAll('\n\n\n', '\n\n')}\n`).toMatchFileSnapshot(
    ARTICLE,
  );
});
