import { z } from 'zod';
import { MAX_FILES } from '../files/configuration-file.ts';
import { VersionNumber } from '../versions/export.ts';
import { ImportFolder } from '../versions/import-files.ts';

/**
 * Where tests read the files of a service: those of a version, with the named ones in their place. Without folders the
 * tests run at that version; with folders they run as if these had been imported, and nothing becomes live.
 */
export const TestSource = z
  .object({
    serviceId: z.string().min(1).max(63),
    version: VersionNumber,
    /** As in `POST /import`. */
    folders: z.array(ImportFolder).default([]),
  })
  .refine(({ folders }) => folders.reduce((count, folder) => count + folder.files.length, 0) <= MAX_FILES, {
    message: `At most ${MAX_FILES} files`,
    path: ['folders'],
  });

export type TestSource = z.infer<typeof TestSource>;

/**
 * A service that is not named runs with what is live. A shipped service is also told of the other shipped ones, because
 * its tests reach them; any other service is told of itself only.
 */
export const TestSources = z.array(TestSource).max(100);

/** Largest body of a call that carries files to test with. */
export const MAX_TEST_SOURCES_BYTES = 96 * 1024 * 1024;
