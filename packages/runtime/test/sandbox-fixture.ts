import { CALL_MEMORY_MIB } from '@atrium/contract/service-api/functions/call-limits';
import type { Cancellation } from '../src/sandbox/cancellation.ts';
import type { Zone } from '../src/sandbox/process/messages.ts';
import { Sandbox } from '../src/sandbox/sandbox.ts';
import { type SandboxCall, type SandboxResult } from '../src/sandbox/sandbox-call.ts';
import type { SandboxOptions } from '../src/sandbox/worker-slot.ts';

export interface Attempt {
  files?: Record<string, string>;
  input?: unknown;
  kind?: 'function' | 'test';
  zone?: Zone;
  path?: string;
  domainId?: string;
  key?: string;
  /** Of processor time and of wall time. */
  timeoutMs?: number;
  cpuMs?: number;
  wallMs?: number;
  memoryMiB?: number;
  answerHostCall?: SandboxCall['answerHostCall'];
  /** Of a call over HTTP, in base64. */
  requestBody?: string;
  onStart?: () => void;
  cancellation?: Cancellation;
  isOnlyCanceledWaiting?: boolean;
}

/** A real sandbox process for a test file. `run` calls a function whose source is given as text. */
export function openSandbox(options?: SandboxOptions) {
  const sandbox = new Sandbox(options);
  let count = 0;
  const run = (source: string, attempt: Attempt = {}): Promise<SandboxResult> => {
    const {
      kind = 'function',
      path = 'functions/main.js',
      domainId = 'acme',
      input,
      timeoutMs = 1000,
    } = attempt;
    count += 1;
    return sandbox.run({
      kind,
      zone: attempt.zone ?? 'signed-in',
      key: attempt.key ?? `${domainId}:hyper-dispatch:own-${count}`,
      path,
      input: kind === 'test' || input === undefined ? '' : JSON.stringify(input),
      limits: {
        cpuMs: attempt.cpuMs ?? timeoutMs,
        wallMs: attempt.wallMs ?? timeoutMs,
        memoryMiB: attempt.memoryMiB ?? CALL_MEMORY_MIB,
      },
      identity: {
        domainId,
        serviceId: 'hyper-dispatch',
        userId: 'ann',
        parentId: null,
        roles: ['ROLE_DEV'],
        isAdmin: false,
        permissions: ['functions.invoke'],
      },
      event: null,
      requestBody: attempt.requestBody,
      readSources: () => ({
        base: undefined,
        files: new Map(Object.entries({ [path]: source, ...attempt.files })),
        disabled: new Map(),
      }),
      answerHostCall: attempt.answerHostCall ?? ((_, argument) => Promise.resolve(argument)),
      ...(attempt.onStart && { onStart: attempt.onStart }),
      ...(attempt.cancellation && { cancellation: attempt.cancellation }),
      ...(attempt.isOnlyCanceledWaiting && { isOnlyCanceledWaiting: true }),
    });
  };
  return { sandbox, run, close: () => sandbox.close() };
}

export const valueOf = ({ result }: { result: string }) => JSON.parse(result) as unknown;

/** Source that looks for a way from a value to a function of the host, an object of the engine's extensions, or a file of the host. */
export const SEARCH = `
  const found = [];
  const seen = new Set();
  function search(value, path) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    for (const word of ['process', 'require', 'mainModule', 'binding', 'Buffer'])
      try { if (value[word] !== undefined) found.push(path + '.' + word); } catch {}
    for (const word of ['host', 'settle', 'print', 'enter', 'icu'])
      if (typeof value === 'function' && value.name === word && String(value).includes('native code')) found.push(path);
    for (const key of Reflect.ownKeys(value)) {
      let inner;
      try { inner = value[key]; } catch { continue; }
      search(inner, path + '.' + String(key));
    }
    search(Object.getPrototypeOf(value), path + '.__proto__');
    try { search(value.constructor('return this')(), path + '.constructor()()'); } catch {}
  }`;
