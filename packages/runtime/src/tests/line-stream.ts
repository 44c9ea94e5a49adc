import type { ServerResponse } from 'node:http';
import type { ServiceTestLine } from '@atrium/contract/service-api/test-lines';
import { drained } from '@atrium/host/drained';

/** Lines of a response: those of one moment are sent together, and a slow reader is waited for. */
export class LineStream {
  readonly #response: ServerResponse;
  #text = '';

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** `result` is the result of a test as JSON, as the sandbox wrote it. */
  readonly write = (line: ServiceTestLine, result?: string): void => {
    if (this.#text === '') setImmediate(this.#flush);
    const text = JSON.stringify(line);
    this.#text += result === undefined ? `${text}\n` : `${text.slice(0, -1)},"result":${result}}\n`;
  };

  /** Resolves when the reader has kept up, or is gone. */
  readonly room = (): Promise<void> => drained(this.#response);

  end(): void {
    this.#flush();
    this.#response.end();
  }

  readonly #flush = (): void => {
    const text = this.#text;
    this.#text = '';
    if (text !== '' && !this.#response.destroyed) this.#response.write(text);
  };
}
