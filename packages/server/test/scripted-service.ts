import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeJwt } from 'jose';

/** What a test of the service does when it is run. */
export type Script =
  /** With `reaches`, it says that it reached this file of `lib`, by name and checksum. */
  | { result?: unknown; console?: string; takesMs?: number; reaches?: readonly [string, string] }
  /** The result as JSON, which is sent as it is. */
  | { resultText: string; console?: string; takesMs?: number }
  /** Fails every time, or until a try; on the first one for another reason, if that is given. */
  | { failure: object; firstFailure?: object; passesOnTry?: number; console?: string; takesMs?: number }
  | 'hang'
  /** Hangs, too; writes this to its console before it is canceled, and after. */
  | { untilCanceled: string }
  /** Breaks the connection off, as a killed process does; the second time it succeeds. */
  | 'break-once'
  /** Breaks it off each time. */
  | 'break-always';

export interface ScriptedService extends AsyncDisposable {
  address: string;
  tests: Map<string, Script>;
  /** The configuration version that tests run against; they were listed at the one before. */
  version: number;
  /** Ids of tests, of each call that ran some. */
  asked: string[][];
  /** Ids of tests in the order in which they were begun. */
  begun: string[];
  /** Whom the service was called for, call by call. */
  users: string[];
  /** The tokens of these calls. */
  tokens: string[];
  canceled: { runId: string; id?: string }[];
  /** What it counts of its calls; undefined while it has no log of them. */
  latestCounts: object | undefined;
  /** Ids that it lists besides those of its tests. */
  alsoListed: string[];
  /** Paths that it answers with 503. */
  unavailable: Set<string>;
  /** Takes calls that name someone, and answers none of them. */
  isSilent: boolean;
  /** Whose calls it does not answer either. */
  silentTo: Set<string>;
  /** Connections of runs that the platform has closed before their end. */
  aborted: number;
  /** Refuses connections from now on, until `comeBack`. */
  goAway(): void;
  comeBack(): Promise<void>;
}

/** A foreign service over real HTTP whose tests do what a script says. One test after the other. */
export async function startScriptedService(
  id: string,
  tests: Record<string, Script>,
): Promise<ScriptedService> {
  let service: ScriptedService;
  const broken = new Set<string>();

  async function run(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { runId, tests: ids, stopOnError } = JSON.parse(await readBody(request));
    service.asked.push(ids);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    let isClosed = false;
    response.on('close', () => {
      isClosed = !response.writableFinished;
      if (isClosed) service.aborted += 1;
    });
    const line = (value: object) => response.write(`${JSON.stringify(value)}\n`);
    const counts = { ok: 0, failed: 0, skipped: 0, canceled: 0 };
    let named = 0;
    const reached = (script: Script) => {
      if (typeof script === 'string' || !('reaches' in script) || script.reaches === undefined) return {};
      const [name, checksum] = script.reaches;
      named += 1;
      const added = [{ serviceId: id, folderPath: 'lib', name, checksum }];
      return { reach: { added, files: [named - 1] } };
    };
    for (const test of ids as string[]) {
      const script = service.tests.get(test);
      if (isClosed || script === undefined) continue;
      if (stopOnError && counts.failed > 0) {
        counts.skipped += 1;
        line({ id: test, status: 'SKIPPED', startedAt: null, durationMs: null });
        continue;
      }
      const startedAt = new Date().toISOString();
      service.begun.push(test);
      const isCanceled = () =>
        isClosed || service.canceled.some((one) => one.runId === runId && one.id === test);
      if (typeof script === 'object' && 'untilCanceled' in script) {
        const console = script.untilCanceled;
        line({ id: test, status: 'RUNNING', startedAt, durationMs: null, console });
        while (!isCanceled()) await pause(10);
        line({ id: test, status: 'CANCELED', startedAt, durationMs: 1, console });
        continue;
      }
      line({ id: test, status: 'RUNNING', startedAt, durationMs: null });
      if (script === 'break-always' || (script === 'break-once' && !broken.has(test))) {
        broken.add(test);
        // Everything written before has left the process.
        await pause(50);
        response.socket?.destroy();
        return;
      }
      while (script === 'hang' && !isCanceled()) await pause(10);
      if (script === 'hang') continue;
      const { takesMs = 1, ...outcome } = script === 'break-once' ? { result: 'second time' } : script;
      await pause(takesMs);
      const tries = service.begun.filter((id) => id === test).length;
      const isFailed = 'failure' in outcome && tries < (outcome.passesOnTry ?? Infinity);
      counts[isFailed ? 'failed' : 'ok'] += 1;
      const status = isFailed ? 'FAIL' : 'OK';
      const said = outcome.console === undefined ? {} : { console: outcome.console };
      const ended = { id: test, status, startedAt, durationMs: takesMs, ...said, ...reached(script) };
      if ('resultText' in outcome)
        response.write(`${JSON.stringify(ended).slice(0, -1)},"result":${outcome.resultText}}\n`);
      else
        line({
          ...ended,
          result: 'failure' in outcome ? isFailed && failureOf(outcome, tries) : outcome.result,
        });
    }
    line({ done: true, runId, version: service.version, ...counts });
    response.end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const token = request.headers.authorization?.replace('Bearer ', '');
    if (token !== undefined) {
      const userId = String(decodeJwt(token).sub);
      service.users.push(userId);
      service.tokens.push(token);
      if (service.isSilent || service.silentTo.has(userId)) return;
    }
    if (service.unavailable.has(request.url ?? '')) {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"away for a moment"}');
      return;
    }
    switch (request.url ?? '') {
      case '/registration':
        json({
          id,
          name: `Service ${id}`,
          group: 'Foreign',
          description: '',
          api: 1,
          hasUi: false,
          metrics: [],
        });
        return;
      case '/health':
        json({ status: 'UP', tag: 'v1.2.0', commit: 'c0ffee', build_date: null });
        return;
      case '/tests':
        json({
          version: service.version - 1,
          tests: [...service.tests.keys(), ...service.alsoListed].map(listed),
        });
        return;
      case '/tests/run':
        await run(request, response);
        return;
      case '/invocation-counts/latest':
        if (service.latestCounts === undefined) response.writeHead(404).end();
        else json(service.latestCounts);
        return;
      case '/tests/cancel':
        service.canceled.push(JSON.parse(await readBody(request)));
        response.writeHead(204).end();
        return;
      default:
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"unknown"}');
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as { port: number };
  const goAway = () => {
    server.close();
    server.closeAllConnections();
  };
  service = {
    address: `http://127.0.0.1:${port}`,
    tests: new Map(Object.entries(tests)),
    version: 8,
    asked: [],
    begun: [],
    users: [],
    tokens: [],
    canceled: [],
    latestCounts: undefined,
    alsoListed: [],
    unavailable: new Set(),
    isSilent: false,
    silentTo: new Set(),
    aborted: 0,
    goAway,
    comeBack: () => listen(port),
    async [Symbol.asyncDispose]() {
      goAway();
    },
  };
  return service;
}

function failureOf(
  { failure, firstFailure = failure }: { failure: object; firstFailure?: object },
  tries: number,
) {
  return tries === 1 ? firstFailure : failure;
}

function listed(id: string) {
  const [name = id, ...folders] = id.split('/').reverse();
  const folderPath = folders.reverse().join('/');
  return { id, name, folderPath, fullPath: `${id}.js`, tags: [], disabled: id.endsWith('disabled') };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
