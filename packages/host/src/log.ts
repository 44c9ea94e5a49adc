import { destination, type Logger, type LoggerOptions, pino } from 'pino';
import { currentTraceId } from './tracing/tracing.ts';

const WARN = 40;
const COUNTED_FOR_MS = 60_000;

type Line = [first: unknown, message?: string | undefined, ...rest: unknown[]];

/** Logs a fault immediately, and repetitions within the next minute as a count. */
class Repeats {
  readonly #counts = new Map<string, number>();

  /** False for a line that is only counted; `say` is called with a line that says how often. */
  isNew(line: readonly unknown[], level: number, say: (line: Line) => void): boolean {
    const [facts, message] = line;
    const fault = level < WARN ? undefined : faultOf(facts);
    if (fault === undefined) return true;
    const key = `${level} ${String(message)} ${fault}`;
    const count = this.#counts.get(key);
    this.#counts.set(key, count === undefined ? 0 : count + 1);
    if (count !== undefined) return false;
    setTimeout(() => {
      const times = this.#counts.get(key) ?? 0;
      this.#counts.delete(key);
      if (times > 0) say([{ fault, times }, `${String(message)} (again, ${times} times within a minute)`]);
    }, COUNTED_FOR_MS).unref();
    return true;
  }
}

/** Error of a line, if there is one. */
function faultOf(facts: unknown): string | undefined {
  if (typeof facts !== 'object' || facts === null) return undefined;
  const { err, reason, cause } = facts as { err?: unknown; reason?: unknown; cause?: unknown };
  if (err instanceof Error) return err.message;
  if (typeof reason !== 'string') return undefined;
  return typeof cause === 'string' ? `${reason} (${cause})` : reason;
}

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning',
  50: 'ERROR',
  60: 'FATAL',
};
/** Fields omitted on a terminal: obvious or useless there. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId', 'address', 'path']);

/** Anything else is quoted. */
const PLAIN = /^[\w./:@,*-]+$/;

/** A line of JSON as people read it: time, what happened, and the rest behind it. */
function readableLine(line: string): string {
  const { level, time, msg, err, ...facts } = JSON.parse(line) as Record<string, unknown> & {
    level: number;
    time: number;
    msg?: string;
    err?: { message?: string; stack?: string };
  };
  const clock = new Date(time).toTimeString().slice(0, 8);
  const rest = Object.entries(facts)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined)
    .map(([name, value]) => `${name}=${PLAIN.test(String(value)) ? String(value) : JSON.stringify(value)}`);
  const word = LEVELS[level] ?? String(level);
  const first = withoutControls([clock, ...(word === '' ? [] : [word]), msg ?? '', ...rest].join(' '));
  const fault = err?.stack ?? err?.message;
  return `${first}\n${fault === undefined ? '' : `  ${fault.split('\n').map(withoutControls).join('\n  ')}\n`}`;
}

/** Escapes control characters: input from strangers must not control the terminal or forge another line. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD');
}

export interface LogOptions {
  level: string;
  /** Fields of every line. */
  base?: Record<string, unknown>;
  /** Destination of lines; standard error by default. */
  write?: (line: string) => void;
  /** Whether people read it as it comes. */
  isForPeople: boolean;
}

/** The log of a process: lines for people, or JSON. A fault that repeats is counted. */
export function createLog({ level, base, write, isForPeople }: LogOptions): Logger {
  const repeats = new Repeats();
  const options: LoggerOptions = {
    level,
    ...(base && { base }),
    mixin() {
      const traceId = currentTraceId();
      return traceId === undefined ? {} : { traceId };
    },
    hooks: {
      logMethod(args, method, lineLevel) {
        if (repeats.isNew(args, lineLevel, (more) => method.apply(this, more))) method.apply(this, args);
      },
    },
  };
  const target = destination({ dest: 2, sync: true });
  // Handles errors of pino's own stream, as closed-output.ts does.
  target.on('error', () => {});
  const send = write ?? ((line: string) => void target.write(line));
  return pino(options, { write: (line) => send(isForPeople ? readableLine(line) : line) });
}
