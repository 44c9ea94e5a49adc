import { destination, type Logger, type LoggerOptions, pino } from 'pino';
import { currentTraceId } from './tracing/tracing.ts';

const WARN = 40;
const COUNTED_FOR_MS = 60_000;

type Line = [first: unknown, message?: string | undefined, ...rest: unknown[]];

/** Says a fault at once, and what comes of it within the next minute with its number. */
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

/** What went wrong, where a line says so. */
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
/** Known to whoever looks at the terminal, or of no use there. */
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

/** What a stranger has sent may be in a line, and must neither steer the terminal nor look like another line. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD');
}

export interface LogOptions {
  level: string;
  /** What every line says. */
  base?: Record<string, unknown>;
  /** Where lines go; standard error unless it is given. */
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
  // As closed-output.ts says, of the stream that pino has of its own.
  target.on('error', () => {});
  const send = write ?? ((line: string) => void target.write(line));
  return pino(options, { write: (line) => send(isForPeople ? readableLine(line) : line) });
}
