import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';

/** Name and arguments of a command. */
interface CommandShape {
  noun: string;
  /** Empty for what needs none, such as `login`. */
  verb: string;
  /** Names of the operands, in order, as shown in the list of commands: `<username>`. */
  operands: string[];
  /** Names of options that take a value. */
  options?: string[];
  /** Names of options that are given or not. */
  flags?: string[];
  summary: string;
  /** It is about files alone, or makes the database: it works in a place that has none. */
  needsNoDatabase?: true;
}

/** A command of the operator's command line: `npm run atrium -- <noun> <verb> …`. */
interface LocalCommand extends CommandShape {
  /** Returns what to print. */
  run: (context: Context, operands: string[], options: Record<string, string | undefined>) => Promise<string>;
}

/** A command that is carried out over HTTP, by a machine that may be far from Atrium's database. */
export interface RemoteCommand extends CommandShape {
  /** Prints its progress; returns false on failure. */
  runRemotely: (
    config: Config,
    operands: string[],
    options: Record<string, string | undefined>,
    print: (line: string) => void,
  ) => Promise<boolean>;
}

/** Resources of a command that runs without a context: a database that may be older or empty, or files alone. */
interface CommandPlace {
  config: Config;
  log: Logger;
  /** Opens the database as it is, and starts the embedded one where none runs. It is closed after the command. */
  openDatabase: () => Promise<PoolConfig>;
}

/** A command about the database as a whole, which it leaves as it is: not even the schema is updated before it. */
interface PlaceCommand extends CommandShape {
  runAtPlace: (
    place: CommandPlace,
    operands: string[],
    options: Record<string, string | undefined>,
  ) => Promise<string>;
}

export type Command = LocalCommand | PlaceCommand | RemoteCommand;
