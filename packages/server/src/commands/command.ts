import type { Context } from '../context.ts';

/** One order of the operator's command line: `npm run atrium -- <noun> <verb> …`. */
export interface Command {
  noun: string;
  verb: string;
  /** Names of what follows, in order, as shown in the list of commands: `<username>`. */
  operands: string[];
  /** Names of options that take a value. */
  options?: string[];
  summary: string;
  /** Gives what is printed. */
  run: (context: Context, operands: string[], options: Record<string, string | undefined>) => Promise<string>;
}
