import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Short responses fit into a few packets either way. */
const COMPRESSED_FROM_BYTES = 4_096;

interface CompressionOptions {
  /**
   * Beginning of addresses whose responses are never compressed: the length of a compressed response shows whether a secret
   * in it resembles what a request put beside it (BREACH).
   */
  except?: string;
}

/** Compresses JSON, and streams of it in lines, for clients that accept it. */
export function installCompression(app: FastifyInstance, { except }: CompressionOptions = {}): void {
  app.addHook('onRoute', (route) => {
    if (except !== undefined && route.url.startsWith(except)) route.compress = false;
  });
  void app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip'],
    // Lines leave as they come.
    zlibOptions: { level: 1, flush: constants.Z_SYNC_FLUSH },
    // Streams of events stay as they are: they may be read with tools.
    customTypes: /^application\/(?:json|x-ndjson)\b/,
  });
}
