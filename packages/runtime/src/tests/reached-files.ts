import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ReachedFile, TestReach } from '@atrium/contract/service-api/functions/test-reach';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { OnReach } from '../functions/sandbox-calls.ts';

/** Files that one test reached besides its loaded sources. */
export interface Reaching {
  note: OnReach;
  /** Returns the reached files for the next line. Undefined if the loaded sources are unknown. */
  end(loadedFiles: readonly number[] | undefined): TestReach | undefined;
}

/** Numbers the files that the tests of one stream reach. Each is sent once, with the first result after it was met. */
export class ReachedFiles {
  readonly #serviceId: string;
  readonly #live: LiveConfiguration;
  readonly #paths: readonly string[];
  /** Index among the sources; most reached files are there. */
  readonly #ofSources: (number | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  #added: ReachedFile[] = [];

  constructor(serviceId: string, live: LiveConfiguration) {
    this.#serviceId = serviceId;
    this.#live = live;
    this.#paths = [...live.sources.keys()];
  }

  open(): Reaching {
    const noted: number[] = [];
    return {
      note: (serviceId, path, checksum) => void noted.push(this.#toNumber(serviceId, path, checksum)),
      end: (loadedFiles) => {
        if (loadedFiles === undefined) return undefined;
        const files = loadedFiles.flatMap((place) => this.#toSourceNumber(place) ?? []).concat(noted);
        const added = this.#added;
        this.#added = [];
        // Most tests reach one file only.
        return { added, files: files.length > 1 ? [...new Set(files)] : files };
      },
    };
  }

  /** Places come from the sandbox: one that does not exist is nothing. */
  #toSourceNumber(place: number): number | undefined {
    const known = this.#ofSources[place];
    if (known !== undefined) return known;
    const path = this.#paths[place];
    const checksum = path === undefined ? undefined : this.#live.checksums.get(path);
    if (path === undefined || checksum === undefined) return undefined;
    return (this.#ofSources[place] = this.#toNumber(this.#serviceId, path, checksum));
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
