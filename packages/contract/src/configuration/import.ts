import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { VersionNumber } from '../service-api/versions/export.ts';
import { MovedFiles } from './confirm.ts';
import { SyntaxFault } from './examine-files.ts';
import { GitRefusal } from './git-failure.ts';
import { GitRequestFields } from './git-request.ts';
import { MAX_UPLOAD_BYTES } from './limits.ts';
import { ServiceFailure, ServiceStatus } from './service-failure.ts';

/** Both sides of one service as JSON bodies (collections of items), for the import dialog. */
export const ImportResult = z.object({
  /** The service's display name. */
  name: z.string(),
  serviceId: z.string(),
  /** The live configuration; JSON text. */
  localBody: z.string(),
  /**
   * The remote configuration as JSON text. Files that the remote omits have their live content. Empty if only
   * the local side was requested.
   */
  gitBody: z.string(),
  commitSha: z.string().nullable(),
  /** The live version that `localBody` was read at. */
  baseVersion: z.int(),
  /** Whether submitting sends this service, and whether the dialog unfolds it: true if the sides differ. */
  sendBody: z.boolean(),
  showBody: z.boolean(),
});
export type ImportResult = z.infer<typeof ImportResult>;

/**
 * The live configuration of one service (`serviceName`: its id or name) or of all, as JSON bodies. The `ETag` of one
 * service is its live version.
 */
export const readLocalBodies = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/local',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'Get the live configuration as JSON bodies',
  body: GitRequestFields,
  response: z.object({ results: z.array(ImportResult) }),
  errors: ['notFound', 'unavailable'],
});

/** Result for one service of an import, or of a restore of several. */
export const ImportedService = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  status: ServiceStatus,
  version: z.int().optional(),
  /** Null when nothing had to change. */
  backupId: z.string().nullable().optional(),
  error: ServiceFailure.optional(),
  /** The live configuration or the base has changed: filePaths that changed since `baseVersion` and that the body would write. */
  moved: z.array(z.string()).optional(),
  /** The domain requires a passed run, and none covers the content of the body. */
  needsPassedRun: z.literal(true).optional(),
  /** The service did not answer: whether it made the version is asked and noted within minutes. */
  isOutcomeUnknown: z.literal(true).optional(),
});
export type ImportedService = z.infer<typeof ImportedService>;

const ConfirmedBody = z.object({
  serviceId: z.string().min(1).max(200),
  /** JSON text: the whole new configuration of the service. */
  body: z.string(),
  baseVersion: VersionNumber,
  commitSha: z.string().max(64).nullable().optional(),
  /**
   * With a pull: the `exchange` of the service's base when both sides were compared; null for none. If it has exchanged
   * something else with the branch, it is not imported. Not checked when left out.
   */
  exchange: z.uuid().nullable().optional(),
});

/** A file that would be live though it cannot be parsed. */
export const UnparsedFile = z.object({ filePath: z.string(), fault: SyntaxFault });
export type UnparsedFile = z.infer<typeof UnparsedFile>;

/**
 * Names the files that an import of the same bodies would write although they cannot be parsed; the import itself
 * accepts them, so that git can be mirrored. Names nothing for a body that the import refuses.
 */
export const checkBodies = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/import/check',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'Find files in JSON bodies of services that cannot be parsed',
  body: z.object({ confirmed: z.array(ConfirmedBody).min(1).max(200) }),
  response: z.object({
    services: z.array(z.object({ serviceId: z.string(), unparsed: z.array(UnparsedFile) })),
  }),
  errors: ['tooLarge', 'unavailable'],
  maxBodyBytes: MAX_UPLOAD_BYTES,
});

/** Makes complete JSON bodies live, as the import dialog sends them after an upload or a pull. */
export const importBodies = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/import',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'configuration',
  summary: 'Submit JSON bodies of services. Accepts, for one service, If-Match',
  idempotent: true,
  body: z.object({
    confirmed: z.array(ConfirmedBody).min(1).max(200),
    /** The pull that the bodies come from: it counts as exchanged with each service that is made live. */
    uuid: z.uuid().optional(),
    message: z.string().max(10_000).optional(),
    backupKey: z.uuid().optional(),
    progress: z.uuid().optional(),
  }),
  response: z.object({ results: z.array(ImportedService) }),
  errors: ['conflict', 'unprocessable', 'tooLarge'],
  details: { conflict: MovedFiles, unprocessable: GitRefusal },
  maxBodyBytes: MAX_UPLOAD_BYTES,
});
