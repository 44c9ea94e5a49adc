// `node tools/fuzz.mjs <address> --customer name:password --administrator name:password`: sends malformed requests to a
// running product on this machine and prints every response of 500 and more, and every slow one, with the command that repeats it, and, of
// the product's log, details of errors that the contract does not describe. Plain JavaScript for Node 20.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { malformedRequest, operationsOf, toCommand, undescribedIn } from './fuzz/malformed.mjs';
import { seededRandom } from './seeded-random.mjs';

const usage = `Usage: node tools/fuzz.mjs <address> --customer name:password --administrator name:password
         [--requests 100000] [--seed 1] [--at-once 8] [--log <file with the product's standard error>]

Makes requests from the OpenAPI documents of the platform and of its two services, signed in as each of the two people
or as no one, with hostile values, headers and encodings. Use an installation whose data may be lost. It must trust this
machine as a proxy (ATRIUM_TRUSTED_PROXIES, the default): each request comes from another address.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    customer: { type: 'string' },
    administrator: { type: 'string' },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '8' },
    log: { type: 'string' },
  },
});
const address = (positionals[0] ?? '').replace(/\/$/, '');
if (address === '' || values.customer === undefined || values.administrator === undefined) {
  console.log(usage);
  process.exit(2);
}

const TIMEOUT_MS = 90_000;
/** Longer than any call takes: a slower one blocks everyone else. */
const SLOW_MS = 20_000;
const TOKEN_LIFETIME_MS = 4 * 60_000;
const RESPONSE_LIMIT = 1024 * 1024;
const agent = new Agent({ keepAlive: true, maxSockets: Number(values['at-once']) });
const random = seededRandom(Number(values.seed));
/** @type {string[]} */
const known = [];
const tokens = new Map();
const statuses = new Map();
let failed = 0;

/** @param {import('./fuzz/malformed.mjs').MalformedRequest} malformed */
function send({ method, url, headers, body }) {
  return new Promise((resolve) => {
    const asking = request(address + url, { method, headers, agent, timeout: TIMEOUT_MS }, (answer) => {
      let text = '';
      const end = () => resolve({ status: answer.statusCode, text, headers: answer.headers });
      // A stream of events has no end.
      if (String(answer.headers['content-type']).startsWith('text/event-stream')) answer.destroy();
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
        if (text.length > RESPONSE_LIMIT) answer.destroy();
      });
      answer.once('close', end).once('error', end);
    });
    asking.once('timeout', () => asking.destroy(new Error('no response')));
    asking.once('error', (error) => resolve({ status: 0, text: error.message, headers: {} }));
    asking.end(body);
  });
}

async function tokenOf(person) {
  const kept = tokens.get(person);
  if (kept !== undefined && Date.now() - kept.at < TOKEN_LIFETIME_MS) return kept.token;
  const [username, password] = values[person].split(/:(.*)/s);
  const { status, text } = await send({
    method: 'POST',
    url: '/auth/v1/login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': randomAddress() },
    body: Buffer.from(JSON.stringify({ username, password })),
  });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${text}`);
  const { token } = JSON.parse(text);
  tokens.set(person, { token, at: Date.now() });
  return token;
}

function randomAddress() {
  return `10.${[0, 0, 0].map(() => Math.floor(random() * 254) + 1).join('.')}`;
}

async function fuzzOnce(operations) {
  const malformed = malformedRequest(random, operations, known);
  malformed.headers['x-forwarded-for'] = randomAddress();
  const person = ['customer', 'customer', 'administrator', undefined][Math.floor(random() * 4)];
  if (person !== undefined) malformed.headers.authorization = `Bearer ${await tokenOf(person)}`;
  const startedAt = Date.now();
  const { status, text, headers } = await send(malformed);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status === 401 && person !== undefined) tokens.delete(person);
  if (status === 200) {
    for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{22}/g)) {
      if (known.length < 300) known.push(id);
      else known[Math.floor(random() * 300)] = id;
    }
  }
  if (status !== 0 && status < 500 && Date.now() - startedAt < SLOW_MS) return;
  failed += 1;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `\n${status || 'no response'} after ${seconds} s as ${person ?? 'no one'}: ${text.slice(0, 300)}`,
  );
  console.log(`request ${headers['x-request-id'] ?? 'unknown'}`);
  if (person !== undefined) malformed.headers.authorization = `Bearer <token of the ${person}>`;
  console.log(toCommand(address, malformed).slice(0, 4000));
}

const platform = JSON.parse(
  (await send({ method: 'GET', url: '/console/api/openapi.json', headers: {} })).text,
);
const service = JSON.parse(
  (await send({ method: 'GET', url: '/console/api/services.openapi.json', headers: {} })).text,
);
const operations = [
  ...operationsOf(platform),
  ...['hyper-dispatch', 'content'].flatMap((id) => operationsOf(service, `/services/${id}`)),
];
let left = Number(values.requests);
const total = left;
const worker = async () => {
  while (left > 0) {
    left -= 1;
    if (left % 2000 === 0) console.log(`${total - left} sent, ${failed} failed`);
    await fuzzOnce(operations);
  }
};
await Promise.all(Array.from({ length: Number(values['at-once']) }, worker));
agent.destroy();
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
);
console.log(`${total} requests to ${operations.length} calls with seed ${values.seed}: ${failed} failed`);
const undescribed = values.log === undefined ? [] : undescribedIn(readFileSync(values.log, 'utf8'));
for (const line of undescribed) console.log(line);
process.exitCode = failed === 0 && undescribed.length === 0 ? 0 : 1;
