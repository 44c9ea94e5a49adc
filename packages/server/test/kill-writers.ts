import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export const ADMIN_PASSWORD = 'correct horse battery';
const REQUEST_TIMEOUT_MS = 20_000;

/** Something that is written without pause. What was answered with success is promised. */
export interface Writer {
  name: string;
  promised: string[];
  /** Writes until the signal; an answer that never comes promises nothing. */
  run: (url: string, signal: AbortSignal) => Promise<void>;
  /** Everything of its kind that is in the database. */
  stored: (client: pg.Client) => Promise<Set<string>>;
  /** Whether it is in the database some seconds after the answer only; until then it is on the disk of the services. */
  isLate?: boolean;
}

/** Opens accounts. */
export function registrations(): Writer {
  const promised: string[] = [];
  return {
    name: 'registrations',
    promised,
    async run(url, signal) {
      for (let number = 0; !signal.aborted; number += 1) {
        const username = `person-${number}`;
        const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${username}@example.com` };
        const answer = await post(`${url}/auth/v1/register`, {
          username,
          ...person,
          password: ADMIN_PASSWORD,
        });
        if (answer?.ok) promised.push(username);
        else await sleep(50);
      }
    },
    stored: (client) => readTexts(client, 'select username as text from users'),
  };
}

/** Submits changes of one function, each as a version whose message is its number. */
export function submits(): Writer {
  const promised: string[] = [];
  return {
    name: 'submits',
    promised,
    async run(url, signal) {
      const service = `${url}/services/hyper-dispatch`;
      let token: string | undefined;
      for (let number = 0; !signal.aborted; number += 1) {
        token ??= await signIn(url);
        const baseVersion = token && (await liveVersion(service, token));
        const message = `submit ${number}`;
        const files = [
          { name: 'durable.js', action: 'remote', content: `export default () => ${number};\n` },
          { name: 'durable.meta.js', action: 'remote', content: `export default {\n  id: 'durable',\n};\n` },
        ];
        const body = { baseVersion, message, folders: [{ name: 'functions', files }] };
        const answer =
          typeof baseVersion === 'number' ? await post(`${service}/import`, body, token) : undefined;
        if (answer?.ok) promised.push(message);
        else {
          token = undefined;
          await sleep(100);
        }
      }
    },
    stored: (client) => readTexts(client, 'select message as text from runtime.version'),
  };
}

/** Between two calls: all that come from one address in a minute are limited. */
const CALL_PAUSE_MS = 50;
const CALLED = 'greet';

/** Calls a function. Each answer promises that one more call is metered; what no one made must not be. */
export function calls(): Writer {
  const promised: string[] = [];
  let sent = 0;
  return {
    name: 'calls',
    promised,
    isLate: true,
    async run(url, signal) {
      let token: string | undefined;
      while (!signal.aborted) {
        await sleep(CALL_PAUSE_MS);
        token ??= await signIn(url);
        if (token === undefined) continue;
        sent += 1;
        const answer = await post(`${url}/services/hyper-dispatch/invoke/${CALLED}`, { name: 'Ada' }, token);
        if (answer?.ok) promised.push(nameCall(promised.length));
        if (answer?.status === 401) token = undefined;
      }
    },
    async stored(client) {
      const { rows } = await client.query<{ count: number }>(
        `select coalesce(sum(calls), 0)::int as count from usage_days where metric = 'invoke' and target = $1`,
        [CALLED],
      );
      const count = rows[0]?.count ?? 0;
      if (count > sent) throw new Error(`${count} calls are metered, and only ${sent} were made`);
      return new Set(Array.from({ length: count }, (_, index) => nameCall(index)));
    },
  };
}

const SLOW_PAUSE_MS = 250;
const SLOW_PAGE_SIZE = 200;

/** Lists customers: with many it takes long enough for the process of slow calls. It changes nothing, and must always go on. */
export function slowReads(): Writer {
  const promised: string[] = [];
  return {
    name: 'slow reads',
    promised,
    async run(url, signal) {
      let token: string | undefined;
      while (!signal.aborted) {
        await sleep(SLOW_PAUSE_MS);
        token ??= await signIn(url);
        if (token === undefined) continue;
        const answer = await post(`${url}/console/v1/customers`, { size: SLOW_PAGE_SIZE }, token);
        if (answer?.ok) promised.push(`read ${promised.length + 1}`);
        if (answer?.status === 401) token = undefined;
      }
    },
    stored: async () => new Set(promised),
  };
}

const nameCall = (index: number) => `call ${index + 1}`;

async function signIn(url: string): Promise<string | undefined> {
  const answer = await post(`${url}/auth/v1/login`, { username: 'admin', password: ADMIN_PASSWORD });
  return answer?.ok ? (await readJson<{ token: string }>(answer))?.token : undefined;
}

async function liveVersion(service: string, token: string): Promise<number | undefined> {
  const answer = await send(`${service}/versions?size=1`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer?.ok) return undefined;
  const versions = await readJson<{ content: { version: number }[] }>(answer);
  return versions && (versions.content[0]?.version ?? 0);
}

function post(url: string, body: object, token?: string): Promise<Response | undefined> {
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}

async function send(url: string, options: RequestInit): Promise<Response | undefined> {
  return fetch(url, { ...options, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).catch(() => undefined);
}

/** Undefined if whoever answered was killed in the middle of it. */
async function readJson<Body>(answer: Response): Promise<Body | undefined> {
  return (answer.json() as Promise<Body>).catch(() => undefined);
}

async function readTexts(client: pg.Client, statement: string): Promise<Set<string>> {
  const { rows } = await client.query<{ text: string }>(statement);
  return new Set(rows.map(({ text }) => text));
}
