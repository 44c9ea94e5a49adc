import { destination, type Logger, type LoggerOptions, pino } from 'pino';
import { readableLine } from './log-line.ts';
import { Repeats } from './log-repeats.ts';
import { currentTraceId } from './tracing/tracing.ts';

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
