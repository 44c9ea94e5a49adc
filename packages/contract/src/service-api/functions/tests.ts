import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { MAX_FILE_NAME_LENGTH, MAX_FOLDER_PATH_LENGTH } from '../files/configuration-file.ts';
import { FilesDigest } from '../files/files-digest.ts';
import { VersionNumber } from '../versions/export.ts';
import { RefusedImport } from '../versions/import.ts';
import { ServiceTestLine } from './test-lines.ts';
import { MAX_TEST_SOURCES_BYTES, TestSources } from './test-sources.ts';

/** A test is a source file in the folder `tests` or below; its default export is the test function. */
export const TESTS_FOLDER = 'tests';

/** No database holds the character NUL or half a character. */
const StorableText = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Must be well-formed text without NUL');

export const ServiceTest = z.object({
  /** Stable: the file's path without its ending, `tests/orders/creates-order`. */
  id: StorableText.min(1).max(MAX_FOLDER_PATH_LENGTH + 1 + MAX_FILE_NAME_LENGTH),
  name: z.string(),
  folderPath: z.string(),
  fullPath: StorableText,
  tags: z.array(z.string()),
  /** A disabled test is listed, and recorded as skipped. */
  disabled: z.boolean(),
});

export type ServiceTest = z.infer<typeof ServiceTest>;

/** Tests are told apart by their ids. */
const ServiceTests = z
  .array(ServiceTest)
  .refine(
    (tests) => new Set(tests.map(({ id }) => id)).size === tests.length,
    'Each ID must occur only once',
  );

export const listServiceTests = defineEndpoint({
  method: 'GET',
  path: '/tests',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  tag: 'tests',
  summary: 'List the tests of the domain in this service',
  response: z.object({ version: z.int(), tests: ServiceTests }),
});

/**
 * Optional: lists the tests of a version, or of files that are not live. Services with this call also run tests
 * with `sources`. Services without it return 404, and their tests always run with the live files.
 */
export const listTestsOfSources = defineEndpoint({
  method: 'POST',
  path: '/tests/list',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  refusedByProxy: 'Tests are run and canceled through the platform.',
  tag: 'tests',
  summary: 'List the tests of a version, or of files that are not live',
  body: z.object({ sources: TestSources }),
  response: z.object({
    version: VersionNumber,
    /** Digest of the service's files, if the sources name it: proves that they were used. */
    digest: FilesDigest.optional(),
    tests: ServiceTests,
  }),
  errors: ['notFound', 'tooLarge', 'unprocessable'],
  details: { unprocessable: RefusedImport },
  maxBodyBytes: MAX_TEST_SOURCES_BYTES,
});

/** Maximum number of tests per call; a service may have more. */
export const MAX_TESTS_PER_CALL = 20_000;

/**
 * All tests run with the same files, by default those that were live at the start. Closing the connection
 * cancels the run.
 */
export const runServiceTests = defineEndpoint({
  method: 'POST',
  path: '/tests/run',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  refusedByProxy: 'Tests are run and canceled through the platform.',
  tag: 'tests',
  summary: 'Run tests; sends one line of JSON for each change of state',
  body: z.object({
    runId: z.string().min(1).max(100),
    /** All tests of the service when left out. */
    tests: z.array(z.string()).max(MAX_TESTS_PER_CALL).optional(),
    /** The user the tests act as; the caller when left out. The platform has checked that it may be used. */
    userId: z.uuid().nullish(),
    stopOnError: z.boolean().default(false),
    /** Says which files each test reaches. */
    reach: z.boolean().default(false),
    /** Gives the tests no secrets, not even their test values: the files are of strangers. */
    withoutSecrets: z.boolean().default(false),
    /** Versions or files that the tests run with instead of the live ones. */
    sources: TestSources.optional(),
  }),
  response: ServiceTestLine,
  produces: 'application/x-ndjson',
  errors: ['notFound', 'tooLarge', 'unprocessable'],
  details: { unprocessable: RefusedImport },
  maxBodyBytes: MAX_TEST_SOURCES_BYTES,
});

/** Ends one test of a running run, or all of it, whichever process it runs in. Unknown ids do nothing. */
export const cancelServiceTests = defineEndpoint({
  method: 'POST',
  path: '/tests/cancel',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  refusedByProxy: 'Tests are run and canceled through the platform.',
  tag: 'tests',
  summary: 'Cancel a test or a whole run',
  body: z.object({ runId: z.string().min(1).max(100), id: z.string().min(1).optional() }),
});
