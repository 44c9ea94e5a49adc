import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { DiffType } from './diff-file.ts';

/** A state of the configuration: `live`, `version:12` of one service, or `pull:<uuid>`. */
export const Side = z.string().regex(/^(?:live|version:\d{1,9}|pull:[0-9a-f-]{36})$/, {
  error: 'Expected live, version:<number> or pull:<uuid>.',
});

export const ComparedFile = z.object({
  type: DiffType,
  folderPath: z.string(),
  name: z.string(),
  filePath: z.string(),
  /** Path of the file in `a`, if MOVED. */
  oldFilePath: z.string().optional(),
  /** Blob ids in `a` and `b`; null where the file does not exist. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ComparedFile = z.infer<typeof ComparedFile>;

/** Changes from `a` to `b`; equal files are omitted. */
export const compareSides = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/diff/{a}/{b}',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'List the files that differ between two versions or pulls',
  params: z.object({ a: Side, b: Side }),
  body: z.object({
    /** Needed where a side is a version, because versions are numbered per service. */
    serviceId: z.string().min(1).max(200).optional(),
  }),
  response: z.object({
    services: z.array(z.object({ serviceId: z.string(), files: z.array(ComparedFile) })),
  }),
  errors: ['notFound', 'unprocessable'],
});
