import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { type ConfigurationFile, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isTypeScript } from '@atrium/contract/service-api/files/item-file-names';
import { UnavailableError, UnprocessableError } from '@atrium/host/errors';
import { runInThread } from '@atrium/host/in-thread';
import { Semaphore } from '@atrium/host/semaphore';
import { type StrippedTypes, type TypesFault, typesFaultText } from '@atrium/host/strip-types';
import type { Kysely } from 'kysely';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { refuse } from './check-declarations.ts';
import type { StripRequest } from './strip-types.worker.ts';
import { listStripped, upsertStripped } from './stripped-source.repository.ts';

/** Characters of the sources that one thread is given: it holds them, their codes and a copy of both. */
const PORTION_LENGTH = 4 * 1024 * 1024;
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128 };
const PORTION_TIMEOUT_MS = 30_000;

interface Parts {
  db: Kysely<RuntimeDatabase>;
  nodeVersion?: string;
  timeoutMs?: number;
}

interface TypedFile extends ConfigurationFile {
  checksum?: string;
}

/** A file, and the code that runs in place of its content. */
export type WithCode<File> = File & { code?: string };

/** TypeScript sources without their types: those are removed once by each version of Node, in a thread. */
export class StrippedSources {
  readonly #parts: Required<Parts>;
  /** Each thread has limits, and there are never more. */
  readonly #semaphore = new Semaphore(
    { permits: 2, permitsPerKey: 1 },
    { full: () => new UnavailableError('Types cannot be removed at the moment.') },
  );

  constructor({ nodeVersion = process.version, timeoutMs = PORTION_TIMEOUT_MS, db }: Parts) {
    this.#parts = { db, nodeVersion, timeoutMs };
  }

  /** Codes of TypeScript files by checksum. Refuses those with more than types, as an import. */
  async check(domainId: string, files: readonly TypedFile[]): Promise<ReadonlyMap<string, string>> {
    const codes = new Map<string, string>();
    for (const { checksum, file, stripped } of await this.#strip(domainId, files)) {
      if ('fault' in stripped) refuse(filePathOf(file), typesFaultText(stripped.fault));
      codes.set(checksum, stripped.code);
    }
    return codes;
  }

  /** Stores what `check` has returned, with the files that have been stored. */
  async store(db: Store, domainId: string, codes: ReadonlyMap<string, string>): Promise<void> {
    await upsertStripped(db, domainId, { nodeVersion: this.#parts.nodeVersion, codes });
  }

  /** Adds the code to TypeScript files of a version. Where this version of Node cannot make it any more, the code throws why. */
  async withCode<File extends TypedFile>(
    domainId: string,
    files: readonly File[],
  ): Promise<readonly WithCode<File>[]> {
    const found = await this.#strip(domainId, files);
    if (found.length === 0) return files;
    const codes = new Map<ConfigurationFile, string>(
      found.map(({ file, stripped }) => [
        file,
        'code' in stripped ? stripped.code : throwing(filePathOf(file), stripped.fault),
      ]),
    );
    const made = found.flatMap(({ checksum, isNew, stripped }) =>
      isNew && 'code' in stripped ? [[checksum, stripped.code] as const] : [],
    );
    await this.store(this.#parts.db, domainId, new Map(made));
    return files.map((file) => {
      const code = codes.get(file);
      return code === undefined ? file : { ...file, code };
    });
  }

  async #strip<File extends TypedFile>(domainId: string, files: readonly File[]) {
    const typed = files
      .filter(({ name }) => isTypeScript(name))
      .map((file) => ({ file, checksum: file.checksum ?? blobId(file.content) }));
    if (typed.length === 0) return [];
    const { db, nodeVersion } = this.#parts;
    const checksums = [...new Set(typed.map(({ checksum }) => checksum))];
    const stored = await listStripped(db, domainId, { nodeVersion, checksums });
    const wanted = new Map(
      typed.flatMap(({ file, checksum }) => (stored.has(checksum) ? [] : [[checksum, file] as const])),
    );
    const made = new Map<string, StrippedTypes>();
    for (const portion of portionsByLength([...wanted])) {
      const stripped = await this.#semaphore.run(domainId, () => this.#run(portion.map(([, file]) => file)));
      for (const [index, [checksum]] of portion.entries())
        made.set(checksum, stripped[index] as StrippedTypes);
    }
    return typed.map(({ file, checksum }) => {
      const code = stored.get(checksum);
      const stripped = code === undefined ? (made.get(checksum) as StrippedTypes) : { code };
      return { file, checksum, stripped, isNew: code === undefined };
    });
  }

  async #run(files: readonly ConfigurationFile[]): Promise<StrippedTypes[]> {
    const current = new Int32Array(new SharedArrayBuffer(4));
    const request: StripRequest = { texts: files.map(({ content }) => content), current };
    const { timeoutMs } = this.#parts;
    try {
      return await runInThread<StrippedTypes[]>(
        new URL('./strip-types.worker.ts', import.meta.url),
        request,
        {
          signal: new AbortController().signal,
          timeoutMs,
          tooLong: `The types of TypeScript files could not be removed within ${timeoutMs / 1000} s.`,
          resourceLimits: THREAD_LIMITS,
        },
      );
    } catch (error) {
      const file = files[Atomics.load(current, 0)];
      if (!file) throw error;
      const isLate = error instanceof UnavailableError;
      if (!isLate && (error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      const needs = isLate ? `more than ${timeoutMs / 1000} s` : 'too much memory';
      throw new UnprocessableError(
        `${filePathOf(file)}: to remove its types takes ${needs}; make it shorter.`,
      );
    }
  }
}

type Wanted = readonly [checksum: string, file: ConfigurationFile];

function* portionsByLength(files: readonly Wanted[]): Generator<Wanted[]> {
  let portion: Wanted[] = [];
  let length = 0;
  for (const each of files) {
    const [, { content }] = each;
    if (portion.length > 0 && length + content.length > PORTION_LENGTH) {
      yield portion;
      portion = [];
      length = 0;
    }
    portion.push(each);
    length += content.length;
  }
  if (portion.length > 0) yield portion;
}

/** Code of a module that throws at the place of the fault. */
function throwing(path: string, fault: TypesFault): string {
  const place = '\n'.repeat(fault.line - 1) + ' '.repeat(fault.column - 1);
  return `${place}throw new SyntaxError(${JSON.stringify(`${path}: ${typesFaultText(fault)}`)});`;
}
