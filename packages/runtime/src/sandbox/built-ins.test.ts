import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox-fixture.ts';

const { run, close } = openSandbox();
afterAll(close);

/** For what is not about time: also a busy machine gets there. */
const timeoutMs = 60_000;

const valueOf = ({ result }: { result: string }) => JSON.parse(result) as unknown;

describe('without Intl', () => {
  it.each([
    ["new Date(0).toLocaleString('de-DE', { timeZone: 'Europe/Berlin' })", 'toLocaleString'],
    ["new Date(0).toLocaleString([], { timeZone: 'Europe/Berlin' })", 'toLocaleString'],
    ["new Date(0).toLocaleDateString('en-GB')", 'toLocaleDateString'],
    ["new Date(0).toLocaleTimeString(undefined, { hour: '2-digit' })", 'toLocaleTimeString'],
    ["(1234567.891).toLocaleString('en-US', { style: 'currency', currency: 'USD' })", 'toLocaleString'],
    ["10n.toLocaleString('de')", 'toLocaleString'],
    ["[1.5].toLocaleString('de')", 'toLocaleString'],
    ["new Float64Array(1).toLocaleString('de')", 'toLocaleString'],
    ["['zebra', 'Äpfel'].sort((a, b) => a.localeCompare(b, 'de'))", 'localeCompare'],
    ["'a10'.localeCompare('a9', undefined, { numeric: true })", 'localeCompare'],
    ["'i'.toLocaleUpperCase('tr')", 'toLocaleUpperCase'],
    ["'I'.toLocaleLowerCase(['tr'])", 'toLocaleLowerCase'],
  ])('a locale or an option is refused, not ignored: %s', async (expression, name) => {
    const { failure } = await run(`export default () => {\n  return ${expression};\n}`, { timeoutMs });
    expect(failure).toMatchObject({ name: 'TypeError', file: 'functions/main.js', line: 2 });
    expect(failure?.message).toMatch(
      new RegExp(
        `^${name}: functions have no Intl yet, so locales, time zones and options are not supported\\. `,
      ),
    );
  });

  it('the same methods work without one', async () => {
    const source = `export default () => [
      new Date(0).toLocaleDateString(), (1.5).toLocaleString(), [1, 2].toLocaleString(), 'a'.localeCompare('b'),
      'i'.toLocaleUpperCase(), 'I'.toLocaleLowerCase(undefined), Date.prototype.toLocaleString.name,
    ]`;
    expect(valueOf(await run(source, { timeoutMs }))).toEqual([
      '01/01/1970',
      '1.5',
      '1,2',
      -1,
      'I',
      'i',
      'toLocaleString',
    ]);
  });
});
