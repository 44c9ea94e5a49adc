import type { ReachedFile, TestReach } from '@atrium/contract/service-api/functions/test-reach';

/** The files that one stream of results has named, which its lines refer to by number. */
export class StreamReach {
  readonly #files: ReachedFile[] = [];

  /** Files that a test reached; null if the service does not report them, or reports files that it never described. */
  read(reach: TestReach | undefined): readonly ReachedFile[] | null {
    if (reach === undefined) return null;
    for (const file of reach.added) this.#files.push(file);
    const files = reach.files.map((number) => this.#files[number]);
    return files.every((file) => file !== undefined) ? files : null;
  }
}
