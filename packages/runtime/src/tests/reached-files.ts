import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ReachedFile, TestReach } from '@atrium/contract/service-api/functions/test-reach';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { OnReach } from '../functions/sandbox-calls.ts';

/** Files that one test reached besides its loaded sources. */
export interface Reaching {
  note: OnReach;
  /** Returns the reached files for the next line. Undefined if the loaded sources are unknown. */
  end(loadedFiles: readonly string[] | undefined): TestReach | undefined;
}

/** Numbers the files that the tests of one stream reach. Each is sent once, with the first result after it was met. */
export class ReachedFiles {
  readonly #serviceId: string;
  readonly #live: LiveConfiguration;
  /** Path of a source → its number; most reached files are there. */
  readonly #ofSources = new Map<string, number>();
  readonly #numbers = new Map<string, number>();
  #added: ReachedFile[] = [];

  constructor(serviceId: string, live: LiveConfiguration) {
    this.#serviceId = serviceId;
    this.#live = live;
  }

  open(): Reaching {
    const noted: number[] = [];
    return {
      note: (serviceId, path, checksum) => void noted.push(this.#toNumber(serviceId, path, checksum)),
      end: (loadedFiles) => {
        if (loadedFiles === undefined) return undefined;
        const files = loadedFiles.flatMap((path) => this.#toSourceNumber(path) ?? []).concat(noted);
        const added = this.#added;
        this.#added = [];
        // Most tests reach one file only.
        return { added, files: files.length > 1 ? [...new Set(files)] : files };
      },
    };
  }

  /** Paths come from the sandbox: one that does not exist is nothing. */
  #toSourceNumber(path: string): number | undefined {
    const known = this.#ofSources.get(path);
    if (known !== undefined) return known;
    const checksum = this.#live.checksums.get(path);
    if (checksum === undefined) return undefined;
    const number = this.#toNumber(this.#serviceId, path, checksum);
    this.#ofSources.set(path, number);
    return number;
  }

  #toNumber(serviceId: string, path: string, checksum: string): number {
    // A content of another service may change while the tests run.
    const name = `${checksum} ${serviceId}/${path}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    this.#added.push({ serviceId, ...filePlaceOf(path), checksum });
    return number;
  }
}
