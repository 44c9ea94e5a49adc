import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { VersionNumber } from '../service-api/versions/export.ts';
import { GitRefusal } from './git-failure.ts';

/** Position of a syntax error in a program or data file. */
export const SyntaxFault = z.object({
  /** From 1. */
  line: z.int(),
  column: z.int(),
  message: z.string(),
});
export type SyntaxFault = z.infer<typeof SyntaxFault>;

/** Results of examining the contents of a differing file. */
export const FileExamination = z.object({
  /** Lines that taking the remote's content adds to the live one, and removes from it. */
  added: z.int(),
  removed: z.int(),
  /** Number of regions that both sides changed differently since the base; only if both changed the file. */
  conflicts: z.int().optional(),
  /** Syntax error of the remote content. */
  fault: SyntaxFault.optional(),
  /** Syntax error of the merge, by the side that conflicts are taken from; only with `conflicts`. */
  mergeFaults: z.object({ local: SyntaxFault, remote: SyntaxFault }).partial().optional(),
});
export type FileExamination = z.infer<typeof FileExamination>;

/** A moved file: `from` is its filePath in the live configuration, `to` in the remote. */
export const MovedFile = z.object({
  from: z.string(),
  to: z.string(),
  /** Path at the last exchange, if both sides have moved the file since. */
  origin: z.string().optional(),
});
export type MovedFile = z.infer<typeof MovedFile>;

/** Differing files of one service whose contents one call examines, and the bytes of both sides together. */
export const MAX_EXAMINED_FILES = 10_000;
export const MAX_EXAMINED_BYTES = 64 * 1024 * 1024;

/** Facts about a pull's differing files that require their contents, beyond names and checksums. */
export const examineFiles = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/examine',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'List moves, changed lines, conflicts and syntax errors of the files that differ',
  body: z.object({
    uuid: z.uuid(),
    serviceId: z.string().min(1).max(200),
    /** The live version that the pull is compared with. */
    version: VersionNumber,
  }),
  response: z.object({
    /** Files that the remote has at another place, under the same name or another one, changed or not. */
    moved: z.array(MovedFile),
    /** filePaths of metadata that differs only in what does not count. */
    same: z.array(z.string()),
    /** By filePath; in the remote for a moved file. */
    files: z.record(z.string(), FileExamination),
    /** Differing files that were not looked at: too many, too large, or not to be read. */
    unexaminedCount: z.int(),
  }),
  errors: ['notFound', 'unprocessable'],
  details: { unprocessable: GitRefusal },
  callsPerMinute: 120,
});
