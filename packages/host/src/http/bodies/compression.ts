import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Lists of files and logs, not the short responses of most calls. */
const COMPRESSED_FROM_BYTES = 16_384;

/** Compresses long JSON for clients that accept it. */
export function installCompression(app: FastifyInstance): void {
  void app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
    // Streams of lines and events must leave as they come.
    customTypes: /^application\/json\b/,
  });
}
