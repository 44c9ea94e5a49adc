import { parseArgs } from 'node:util';
import { AppError } from '@atrium/host/errors';
import { StartError } from '@atrium/host/start-error';
import type { Command } from './command.ts';

/** A command with its arguments, validated against its description. */
interface GivenCommand {
  command: Command;
  operands: string[];
  options: Record<string, string | undefined>;
}

/** Finds the command for the arguments. Throws one sentence, or the list if there is no such command. */
export function readCommand(commands: Command[], words: string[]): GivenCommand {
  const [noun, verb] = words;
  const command = commands.find((each) => each.noun === noun && (each.verb === '' || each.verb === verb));
  if (!command) throw new StartError(describeCommands(commands));
  const rest = words.slice(command.verb === '' ? 1 : 2);
  const options = Object.fromEntries([
    ...(command.options ?? []).map((name) => [name, { type: 'string' as const }] as const),
    ...(command.flags ?? []).map((name) => [name, { type: 'boolean' as const }] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
    if (positionals.length !== command.operands.length) throw new Error('the number of words is wrong');
    const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
    return { command, operands: positionals, options: Object.fromEntries(texts) };
  } catch (error) {
    throw new StartError(`Usage: npm run atrium -- ${usageOf(command)} (${(error as Error).message}).`);
  }
}

/** Describes an error, in one sentence if it was meant for people. */
export function sentenceOf(error: unknown): string {
  if (error instanceof StartError || error instanceof AppError) return error.message;
  return String((error as Error).stack ?? error);
}

function describeCommands(commands: Command[]): string {
  const usages = commands.map(usageOf);
  const width = Math.max(...usages.map((usage) => usage.length));
  const lines = commands.map(({ summary }, index) => `  ${usages[index]?.padEnd(width)}   ${summary}`);
  return `Usage: npm run atrium -- <noun> <verb>\n\n${lines.join('\n')}`;
}

function usageOf({ noun, verb, operands, options = [], flags = [] }: Command): string {
  const choices = [...options.map((name) => `[--${name} <value>]`), ...flags.map((name) => `[--${name}]`)];
  return [noun, ...(verb === '' ? [] : [verb]), ...operands, ...choices].join(' ');
}
