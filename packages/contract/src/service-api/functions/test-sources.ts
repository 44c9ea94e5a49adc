import { z } from 'zod';
import { MAX_FILES } from '../files/configuration-file.ts';
import { VersionNumber } from '../versions/export.ts';
import { ImportFolder } from '../versions/import-files.ts';

/**
 * Sources from which tests read the files of a service: a version, with the named files replaced. Without
 * folders, the tests run at that version. With folders, they run as if those had been imported, and nothing
 * becomes live.
 */
export const TestSource = z
  .object({
    serviceId: z.string().min(1).max(63),
    version: VersionNumber,
    /** Same format as in `POST /import`. */
    folders: z.array(ImportFolder).default([]),
  })
  .refine(({ folders }) => folders.reduce((count, folder) => count + folder.files.length, 0) <= MAX_FILES, {
    message: `At most ${MAX_FILES} files`,
    path: ['folders'],
  });

export type TestSource = z.infer<typeof TestSource>;

/**
 * Services that are not named run with their live files. A shipped service also receives the sources of the
 * other shipped services, because its tests reach them. Other services receive only their own.
 */
export const TestSources = z.array(TestSource).max(100);

/** Largest body of a call that carries files to test with. */
export const MAX_TEST_SOURCES_BYTES = 96 * 1024 * 1024;
