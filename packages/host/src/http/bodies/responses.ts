import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

class NotModified {
  readonly status = 304;
}

/** 304: the caller has this very state already. */
export const notModified = new NotModified();

class TakenOver {
  readonly isTakenOver = true;
}

/** The handler took the connection over with `reply.hijack()`, and writes to it by itself. */
export const takenOver = new TakenOver();

/**
 * The text of a response too long to be in memory at once, or to be made in one go: between pieces, all other work has its
 * turn. The writer of the pieces checks them against the schema.
 */
export class ResponseInPieces {
  readonly pieces: Iterable<string>;

  constructor(pieces: Iterable<string>) {
    this.pieces = pieces;
  }
}

/** A text too long to be in memory at once, whose parts are read one after the other: each when the one before was taken. */
export class ResponseInPages {
  readonly pages: AsyncIterable<string>;
  readonly type: string;

  constructor(pages: AsyncIterable<string>, type: string) {
    this.pages = pages;
    this.type = type;
  }
}

/** Lines of NDJSON, each sent as soon as it is there. */
export class ResponseInLines {
  readonly lines: AsyncIterable<string>;

  constructor(lines: AsyncIterable<string>) {
    this.lines = lines;
  }
}

/** The answer of another process of this product, as that has made it. */
export class ForwardedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | Readable | undefined;

  constructor(status: number, headers: IncomingHttpHeaders, body: Buffer | Readable | undefined) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Return values of a handler besides the response that its endpoint describes. */
export type SpecialResponse = NotModified | TakenOver | ResponseInPieces | ResponseInPages | ResponseInLines;
