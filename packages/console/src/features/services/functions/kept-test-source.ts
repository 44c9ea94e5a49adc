import type { CallRecording } from '@atrium/contract/service-api/functions/call-recording';
import type { HttpCall, ResponseEnvelope } from '@atrium/contract/service-api/functions/http-envelope';
import type { TriedInvocation } from '@atrium/contract/service-api/functions/invocations';

/** A call that failed, with the text of its whole input. */
export type KeptCall = Pick<TriedInvocation, 'function' | 'event' | 'input' | 'recording'> &
  Partial<Pick<TriedInvocation, 'calledOn' | 'version'>> & { failure: { name: string; message: string } };

/** The result that a call should have had: JSON, or the error that it had. */
export type Expectation = { kind: 'result'; json: string } | { kind: 'error' };

/** Request to an address, as the log has it; its body is a text. */
type LoggedRequest = Omit<HttpCall, 'request'> & {
  request: HttpCall['request'] & { body: string | null };
};

/** Headers that belong to one connection or one moment. */
const PASSING = new Set(
  'age connection content-encoding content-length date keep-alive set-cookie transfer-encoding'.split(' '),
);

const MAX_SLUG = 60;

/** `orders/create/only-2-of-cup-are-left`: the function and its error. */
export function proposeTestName({ function: name, failure }: KeptCall): string {
  const words = `${failure.name === 'Error' ? '' : failure.name} ${failure.message}`.toLowerCase();
  const slug = words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `${name}/${cutAfterWord(slug) || 'fails'}`;
}

function cutAfterWord(slug: string): string {
  if (slug.length <= MAX_SLUG) return slug;
  const end = slug.lastIndexOf('-', MAX_SLUG);
  return slug.slice(0, end === -1 ? MAX_SLUG : end);
}

/** Request by which the function was called at its address; undefined for other calls. */
export function requestOf({ event, input }: Pick<KeptCall, 'event' | 'input'>): LoggedRequest | undefined {
  if (event === null || !/^[A-Z]+ \//.test(event)) return undefined;
  const logged = parseJson(input) as LoggedRequest | undefined;
  return logged?.request === undefined ? undefined : logged;
}

/** Whether the log has the length of a body in its place, because it is no text. */
const isCounted = (body: string | null): boolean => body !== null && /^\(\d+ bytes\)$/.test(body);

/** Result to expect, proposed from a call that succeeded; undefined if it is not known whole. */
export function proposeExpected(call: KeptCall, succeeded: string | undefined): string | undefined {
  const result = succeeded === undefined ? undefined : parseJson(succeeded);
  if (result === undefined) return undefined;
  if (!requestOf(call)) return JSON.stringify(result, null, 2);
  const { status, body } = result as { status: number; body: string | null };
  return JSON.stringify({ status, body: body ?? '' }, null, 2);
}

/** Answers that the test does not arrange, in words. */
export function leftOutOf(call: KeptCall): string[] {
  const body = requestOf(call)?.request.body ?? null;
  return [
    ...(call.recording?.leftOut ?? []),
    ...(isCounted(body) ? ['the body of the request, which is no text'] : []),
  ];
}

/** Source of a test that repeats a call with everything that it read, and expects what should have come of it. */
export function writeTest(call: KeptCall, expectation: Expectation): string {
  const { recording, calledOn } = call;
  const entries = recording?.entries ?? [];
  const absent = recording?.absent ?? [];
  const searches = distinct(recording?.searches ?? []);
  const needsContent = entries.length + absent.length + searches.length > 0;
  const lines = [
    ...(calledOn === undefined ? [] : [`mock.now(${JSON.stringify(calledOn)});`]),
    ...mockedValues('secrets', recording?.secrets, (name) => `the secret ${name}`),
    ...mockedValues('variables', recording?.variables, (_name, value) => value),
    ...(recording?.requests ?? []).map(answerOf),
    ...entries.map(
      ({ collection, entry }) => `await put(content, ${literal(collection)}, ${literal(entry)});`,
    ),
    ...absent.map(
      ({ collection, id }) => `await content.delete(${literal(collection)}, ${literal(id)}).catch(() => {});`,
    ),
    ...searches.map(({ collection, query }) => {
      const ids = entries.filter((each) => each.collection === collection).map(({ entry }) => entry.id);
      return `await leaveOnly(content, ${literal(collection)}, ${literal(query)}, ${literal(ids)});`;
    }),
    ...expect(call, expectation),
  ];
  const parts = ['call', ...(needsContent ? ['content'] : []), 'expect'];
  const usesMock = lines.some((line) => line.startsWith('mock.'));
  return [
    ...headOf(call).map((line) => `// ${line}`),
    `export default async function keptCall({ ${[...parts, ...(usesMock ? ['mock'] : [])].join(', ')} }) {`,
    ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`),
    '}',
    ...(entries.length > 0 ? [PUT] : []),
    ...(searches.length > 0 ? [LEAVE_ONLY] : []),
    '',
  ].join('\n');
}

const PUT = `
/** Makes an entry what it was, whatever is live now. */
async function put(content, collection, entry) {
  await content.delete(collection, entry.id).catch(() => {});
  await content.insert(collection, entry);
}`;

const LEAVE_ONLY = `
/** Leaves only these entries among those that a query finds. */
async function leaveOnly(content, collection, query, ids) {
  for (;;) {
    const { content: found } = await content.find(collection, query);
    const others = found.filter(({ id }) => !ids.includes(id));
    if (others.length === 0) return;
    for (const { id } of others) await content.delete(collection, id);
  }
}`;

function headOf(call: KeptCall): string[] {
  const { function: name, calledOn, version, failure, recording } = call;
  const time = calledOn === undefined ? '' : ` on ${calledOn.slice(0, 16).replace('T', ' ')} UTC`;
  const of = version === undefined ? '' : ` (version ${version})`;
  const leftOut = leftOutOf(call);
  return [
    `Kept from a call of ${name}${time}${of}, which failed: ${oneLine(`${failure.name}: ${failure.message}`)}`,
    ...(recording
      ? []
      : [
          'Only its input is known: arrange the entries that it reads and the answers that it gets from other hosts.',
        ]),
    ...(leftOut.length > 0 ? [`Not arranged: ${oneLine(leftOut.join('; '))}`] : []),
  ];
}

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- any of them could end the comment
  return text.replaceAll(/[\u0000-\u001f\u2028\u2029]+/g, ' ').slice(0, 400);
}

function expect(call: KeptCall, expectation: Expectation): string[] {
  const called = callOf(call);
  if (expectation.kind === 'error')
    return [
      `const error = await ${called}.then(() => undefined, (failure) => failure);`,
      `expect(error?.message).to.equal(${literal(call.failure.message)});`,
    ];
  const wanted: unknown = JSON.parse(expectation.json);
  if (requestOf(call))
    return [
      `const response = await ${called};`,
      'const answer = { status: response.status, body: await response.text() };',
      `expect(answer).to.deep.equal(${literal(wanted)});`,
    ];
  return [
    `const result = await ${called};`,
    // A function that returns nothing answers with null.
    wanted === null
      ? 'expect(result ?? null).to.equal(null);'
      : `expect(result).to.deep.equal(${literal(wanted)});`,
  ];
}

function callOf(call: KeptCall): string {
  const name = literal(call.function);
  if (call.input === '') return `call(${name})`;
  const logged = requestOf(call);
  if (!logged) return `call(${name}, ${literal(parseJson(call.input))})`;
  const { request, params } = logged;
  const { method, url, body } = request;
  const headers = request.headers.filter(([header, value]) => value !== '(hidden)' && !PASSING.has(header));
  const init = { method, headers, ...(body !== null && !isCounted(body) && { body }) };
  return `call(${name}, new Request(${literal(url)}, ${literal(init)}), ${literal(params)})`;
}

/** Values that are not set stay null. */
function mockedValues(
  kind: 'secrets' | 'variables',
  recorded: Readonly<Record<string, string | null>> = {},
  valueOf: (name: string, value: string) => string,
): string[] {
  const values = Object.entries(recorded).map(([name, value]) => [
    name,
    value === null ? null : valueOf(name, value),
  ]);
  return values.length === 0 ? [] : [`mock.${kind}(${literal(Object.fromEntries(values))});`];
}

function answerOf(request: CallRecording['requests'][number]): string {
  // A hidden secret has another value in the test; the pattern fits any text there.
  const url = request.url.replaceAll(/\[secret \w+\]/g, '*');
  const pattern = literal(`${request.method} ${url}`);
  if ('error' in request) return `mock.fetch(${pattern}, new TypeError(${literal(request.error)}));`;
  const { fields, bytes } = responseOf(request.response);
  const body = bytes === undefined ? '' : `, body: Uint8Array.fromBase64(${literal(bytes)})`;
  return `mock.fetch(${pattern}, ${bytes === undefined ? literal(fields) : `{ ...${literal(fields)}${body} }`});`;
}

function responseOf({ status, headers, body }: ResponseEnvelope) {
  const kept = headers.filter(([name]) => !PASSING.has(name));
  const type = kept.find(([name]) => name === 'content-type')?.[1] ?? '';
  const text = body === null ? undefined : textOf(body);
  const json = text !== undefined && type.includes('json') ? parseJson(text) : undefined;
  const fields = {
    status,
    ...(kept.length > 0 && { headers: Object.fromEntries(kept) }),
    ...(json === undefined ? text !== undefined && { text } : { json }),
  };
  return { fields, bytes: body !== null && text === undefined ? body : undefined };
}

/** Undefined for bytes that are no text. */
function textOf(base64: string): string | undefined {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function distinct<Value>(all: readonly Value[]): Value[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** Undefined for a text that is no JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** A value as source text. */
function literal(value: unknown): string {
  const short = JSON.stringify(value);
  // In source text, the name would set the prototype instead of a field.
  if (short.includes('"__proto__"')) return `JSON.parse(${JSON.stringify(short)})`;
  const text = JSON.stringify(value, null, 2);
  // Line breaks within texts are escaped.
  return short.length <= 80 ? text.replaceAll(/\n\s*/g, ' ') : text;
}
