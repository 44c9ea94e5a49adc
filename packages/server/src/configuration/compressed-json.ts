import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Lists of files are long and repeat themselves; compressed they are a tenth. */
export async function toCompressedJson(value: unknown): Promise<Buffer> {
  return compress(JSON.stringify(value), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** Reads what `toCompressedJson` wrote. */
export async function fromCompressedJson<Value>(bytes: Buffer): Promise<Value> {
  return JSON.parse((await decompress(bytes)).toString('utf8')) as Value;
}
