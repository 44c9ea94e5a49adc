import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox-fixture.ts';
import { ENCODINGS } from '../../test/web-platform/encodings.ts';
import { CHANGES, URLS } from '../../test/web-platform/urls.ts';

const { run, close } = openSandbox();
afterAll(close);

/** Promised share of what Node passes. */
const SHARE = 0.98;

async function inSandbox(work: (cases: never) => unknown[], cases: unknown[]): Promise<unknown[]> {
  const { failure, result } = await run(`export default ${work.toString()}`, {
    input: cases,
    timeoutMs: 60_000,
  });
  expect(failure).toBeNull();
  return JSON.parse(result) as unknown[];
}

/** Cases that only the sandbox fails, of which there may be few. */
function expectShare<Case>(
  cases: readonly Case[],
  there: unknown[],
  here: unknown[],
  wanted: (one: Case) => unknown,
): void {
  const passes = (answers: unknown[]) => cases.filter((one, at) => answers[at] === wanted(one)).length;
  const lost = cases.filter((one, at) => here[at] === wanted(one) && there[at] !== wanted(one));
  expect(here.length, 'Node passes its own').toBeGreaterThan(0);
  expect({ lost, share: passes(there) / passes(here) >= SHARE }).toEqual({
    lost: expect.any(Array) as [],
    share: true,
  });
}

const parse = (cases: [string, string | null][]) =>
  cases.map(([input, base]) => {
    try {
      return (base === null ? new URL(input) : new URL(input, base)).href;
    } catch {
      return null;
    }
  });

const change = (cases: [string, string, string][]) =>
  cases.map(([part, href, value]) => {
    const url = new URL(href);
    (url as unknown as Record<string, string>)[part] = value;
    return url.href;
  });

const partsOf = (cases: [string, string | null][]) =>
  cases.map(([input, base]) => {
    try {
      const url = base === null ? new URL(input) : new URL(input, base);
      const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } =
        url;
      return [
        href,
        origin,
        protocol,
        username,
        password,
        host,
        hostname,
        port,
        pathname,
        search,
        hash,
        url.searchParams.toString(),
      ].join(' ');
    } catch {
      return null;
    }
  });

const namesOf = (labels: string[]) =>
  labels.map((label) => {
    try {
      return new TextDecoder(label).encoding;
    } catch {
      return null;
    }
  });

describe('web-platform tests', () => {
  it('of addresses pass as in Node', async () => {
    const cases = [...URLS];
    expectShare(cases, await inSandbox(parse, cases), parse(cases as never), ([, , href]) => href);
  });

  it('of changed addresses pass as in Node', async () => {
    const cases = [...CHANGES];
    expectShare(cases, await inSandbox(change, cases), change(cases as never), ([, , , after]) => after);
  });

  it('of encodings pass as in Node', async () => {
    const cases = ENCODINGS.flatMap(([name, labels]) =>
      labels
        .split(' ')
        .flatMap((label) => [label, ` ${label.toUpperCase()}\t`].map((each) => ({ label: each, name }))),
    );
    const labels = cases.map(({ label }) => label);
    const there = await inSandbox(namesOf, labels);
    expectShare(cases, there, namesOf(labels), ({ name }) => name);
    expect(there).toEqual(namesOf(labels));
  });

  it('that nobody has written: addresses of all kinds have the parts that they have in Node', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'http:',
        'https://',
        'file:',
        'a:',
        '//',
        '/',
        '\\',
        '?',
        '#',
        '@',
        ':',
        '%41',
        '%zz',
        '..',
        '.',
        'xn--',
        '[::1]',
        '[',
        ']',
        '127.1',
        '0x7f',
        'ü',
        '日本',
        '\u00ad',
        ' ',
        '\t',
        '&=',
        '+',
        ':80',
        ':8080',
        'example',
        'localhost',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const input = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const base = fc.constantFrom(null, 'http://a.example/b/c?d#e', 'file:///C:/x', 'mailto:x', 'a://b/c');
    const cases = fc.sample(fc.tuple(input, base), { numRuns: 4000, seed: 45 });
    const [there, here] = [await inSandbox(partsOf, cases), partsOf(cases)];
    const different = cases.filter((_, at) => there[at] !== here[at]);
    expect(
      1 - different.length / cases.length,
      JSON.stringify(different.slice(0, 20)),
    ).toBeGreaterThanOrEqual(SHARE);
  });

  it.each(ENCODINGS.map(([name]) => name))('decode %s as Node does', async (name) => {
    const decode = (cases: number[][]) =>
      cases.map(([kind = 0, ...bytes]) => {
        const [label, fatal] = [String.fromCharCode(...bytes.splice(0, kind)), bytes.length % 2 === 0];
        try {
          const decoder = new TextDecoder(label, { fatal });
          const first = decoder.decode(new Uint8Array(bytes.slice(0, 3)), { stream: true });
          return first + decoder.decode(new Uint8Array(bytes.slice(3)));
        } catch (error) {
          return (error as Error).name;
        }
      });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.string({ maxLength: 6 }).map((text) => new TextEncoder().encode(text)),
    );
    const cases = fc
      .sample(bytes, { numRuns: 150, seed: 45 })
      .map((each) => [name.length, ...new TextEncoder().encode(name), ...each]);
    expect(await inSandbox(decode, structuredClone(cases))).toEqual(decode(structuredClone(cases)));
  });
});
