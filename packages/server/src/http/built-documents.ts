import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type PageDocument, toPageDocument } from './page-document.ts';

const unpackBrotli = promisify(brotliDecompress);
const unpackGzip = promisify(gunzip);

/** Reads documents of the built console, and keeps each one until its file changes; undefined for a file that is not there. */
export function createDocumentReader(folder: string): (name: string) => Promise<PageDocument | undefined> {
  const kept = new Map<string, { changedAt: number; document: Promise<PageDocument> }>();

  return async (name) => {
    const file = join(folder, name);
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (changedAt === undefined) return undefined;
    const known = kept.get(name);
    if (known?.changedAt === changedAt) return known.document;
    const document = readDocument(file);
    kept.set(name, { changedAt, document });
    document.catch(() => kept.delete(name));
    return document;
  };
}

/** Reads a document with the build's best compressed version; not while a build still has to compress it again. */
async function readDocument(file: string): Promise<PageDocument> {
  const html = await readFile(file, 'utf8');
  const packed = async (ending: string, unpack: (bytes: Buffer) => Promise<Buffer>) => {
    try {
      const bytes = await readFile(`${file}.${ending}`);
      return (await unpack(bytes)).equals(Buffer.from(html)) ? bytes : undefined;
    } catch {
      return undefined;
    }
  };
  const [br, gzip] = await Promise.all([packed('br', unpackBrotli), packed('gz', unpackGzip)]);
  return toPageDocument(html, { br, gzip });
}
