import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { StartError } from '@atrium/host/start-error';
import { refuseUnreadable } from './unreadable.ts';

/** A compressed file of a backup, and its expected content. */
export interface ContentFile {
  file: string;
  bytes: number;
  sha256: string;
}

const LINE_FEED = 10;

/** Writes compressed content, and returns its manifest entry. */
export async function writeContent(
  folder: string,
  file: string,
  content: Readable | string,
): Promise<ContentFile & { lines: number }> {
  const meter = new ContentMeter();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // Flushed before the backup counts as one: a machine that loses power then has a whole one, or none.
  const target = createWriteStream(join(folder, file), { mode: 0o600, flags: 'wx', flush: true });
  const source = typeof content === 'string' ? [Buffer.from(content)] : content;
  await pipeline(source, meter, compress, target);
  return { file, ...meter.result() };
}

/** Unpacks content into a stream, or only verifies it. Throws one sentence if it was modified. */
export async function readContent(
  folder: string,
  expected: ContentFile,
  into: NodeJS.WritableStream = nowhere(),
): Promise<{ lines: number }> {
  const meter = new ContentMeter(expected);
  try {
    const source = createReadStream(join(folder, expected.file));
    await pipeline(source, createZstdDecompress(), meter, into as Writable);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw damaged(folder, `${expected.file} is missing`);
    if (code.startsWith('ZSTD') || code === 'Z_BUF_ERROR')
      throw damaged(folder, `${expected.file} cannot be unpacked`);
    if (code === 'EACCES') refuseUnreadable(folder, error);
    throw error;
  }
  return meter.result();
}

export async function readText(folder: string, expected: ContentFile): Promise<string> {
  const pieces: Buffer[] = [];
  const collect = new Writable({
    write(piece: Buffer, _, done) {
      pieces.push(piece);
      done();
    },
  });
  await readContent(folder, expected, collect);
  return Buffer.concat(pieces).toString('utf8');
}

export function damaged(folder: string, how: string): StartError {
  return new StartError(`The backup ${folder} is damaged: ${how}.`);
}

/** Lets everything through and counts it; at the end of a wrong content it fails, before what follows has ended. */
class ContentMeter extends Transform {
  readonly #hash = createHash('sha256');
  readonly #expected: ContentFile | undefined;
  #sha256 = '';
  #bytes = 0;
  #lines = 0;

  constructor(expected?: ContentFile) {
    super();
    this.#expected = expected;
  }

  override _transform(piece: Buffer, _: BufferEncoding, done: (error: null, piece: Buffer) => void): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) this.#lines += 1;
    done(null, piece);
  }

  override _flush(done: (error?: Error) => void): void {
    this.#sha256 = this.#hash.digest('hex');
    const isWrong = this.#expected !== undefined && this.#expected.sha256 !== this.#sha256;
    done(
      isWrong
        ? new StartError(
            `The backup is damaged: ${this.#expected?.file} has other content than the backup wrote.`,
          )
        : undefined,
    );
  }

  result() {
    return { bytes: this.#bytes, lines: this.#lines, sha256: this.#sha256 };
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_piece, _encoding, done) => done() });
}
