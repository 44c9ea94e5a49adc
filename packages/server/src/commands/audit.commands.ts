import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AuditFilter } from '@atrium/contract/audit/audit';
import type { LogEntry } from '@atrium/contract/audit/log';
import { StartError } from '@atrium/host/start-error';
import { writeAuditCsv } from '../audit/audit-csv.ts';
import type { Command } from './command.ts';

const LISTED = 50;
const FILTER = ['who', 'whom', 'what', 'from', 'to'];

export const auditCommands: Command[] = [
  {
    noun: 'audit',
    verb: 'list',
    operands: [],
    options: FILTER,
    summary: `list the newest ${LISTED} changes in all domains: by whom, in whose domain, of which action, and from when to when (2026-11-01, UTC)`,
    async run({ auditSearch }, _, options) {
      const { content, next } = await auditSearch.list({ ...readFilter(options), size: LISTED });
      const more = next === null ? [] : ['There are more. Narrow them, or use "audit export".'];
      return [...content.map(lineOf), ...more].join('\n') || 'No change matches this.';
    },
  },
  {
    noun: 'audit',
    verb: 'export',
    operands: ['<file>'],
    options: FILTER,
    summary: 'write them all to a new file as CSV',
    async run({ auditSearch }, [file = ''], options) {
      const entries = auditSearch.listAll(readFilter(options));
      try {
        await writeWhole(file, entries);
      } catch (error) {
        if (!(error instanceof Error && 'syscall' in error)) throw error;
        throw new StartError(`The log cannot be written: ${error.message}.`);
      }
      return `The log is in ${file}.`;
    },
  },
];

/** Leaves no file if it fails in the middle: a part would look like the whole log. */
async function writeWhole(file: string, entries: AsyncIterable<LogEntry>): Promise<void> {
  // The log must not be readable by others on this machine.
  const target = await open(file, 'wx', 0o600);
  try {
    await pipeline(writeAuditCsv(entries), target.createWriteStream());
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

function readFilter({ from, to, ...words }: Record<string, string | undefined>): AuditFilter {
  const startAt = isDay(from) ? `${from}T00:00:00Z` : from;
  const endAt = isDay(to) ? `${to}T23:59:59.999Z` : to;
  const filter = AuditFilter.safeParse({ ...words, startAt, endAt });
  if (!filter.success) throw new StartError(filter.error.issues[0]?.message ?? 'This finds nothing.');
  return filter.data;
}

function isDay(text: string | undefined): boolean {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
}

function lineOf({ createdOn, domain, user, impersonator, pageServiceId, action, message }: LogEntry): string {
  const person = impersonator === null ? user : `${impersonator} as ${user}`;
  const who = pageServiceId === null ? person : `pages of ${pageServiceId} for ${person}`;
  return [createdOn, domain, who, action, message].join('\t');
}
