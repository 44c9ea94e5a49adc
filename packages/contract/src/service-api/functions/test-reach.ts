import { z } from 'zod';
import { Checksum, FilePlace, MAX_FILES } from '../files/configuration-file.ts';
import { ServiceRegistration } from '../registration.ts';

/** A file that tests have reached, with the content it had. */
export const ReachedFile = FilePlace.extend({
  /** The service that it belongs to: a test may read content of another one. */
  serviceId: ServiceRegistration.shape.id,
  checksum: Checksum,
});

export type ReachedFile = z.infer<typeof ReachedFile>;

/**
 * Files that a test reached: its own, called functions and their imports, matching rules, and collections that
 * were read or written.
 */
export const TestReach = z.object({
  /** Files that nothing before them in this stream reached. They get the next numbers; the first one is 0. */
  added: z.array(ReachedFile).max(MAX_FILES),
  /** Numbers of the files. */
  files: z.array(z.int().min(0)).max(MAX_FILES),
});

export type TestReach = z.infer<typeof TestReach>;
