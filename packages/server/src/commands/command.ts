import type { Config } from '../config.ts';
import type { Context } from '../context.ts';

/** What an order of the command line is called, and what it takes. */
export interface CommandShape {
  noun: string;
  verb: string;
  /** Names of what follows, in order, as shown in the list of commands: `<username>`. */
  operands: string[];
  /** Names of options that take a value. */
  options?: string[];
  /** Names of options that are given or not. */
  flags?: string[];
  summary: string;
}

/** One order of the operator's command line: `npm run atrium -- <noun> <verb> …`. */
export interface LocalCommand extends CommandShape {
  /** Gives what is printed. */
  run: (context: Context, operands: string[], options: Record<string, string | undefined>) => Promise<string>;
}

/** An order that is carried out over HTTP, by a machine that may be far from Atrium's database. */
export interface RemoteCommand extends CommandShape {
  /** Prints as it goes; false when what it was about did not go well. */
  runRemotely: (
    config: Config,
    operands: string[],
    options: Record<string, string | undefined>,
    print: (line: string) => void,
  ) => Promise<boolean>;
}

export type Command = LocalCommand | RemoteCommand;
