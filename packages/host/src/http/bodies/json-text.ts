import { randomUUID } from 'node:crypto';
import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';

/** No text of a user's is like this by chance, and no one can know it. */
const MARK = randomUUID();
const MARKED = new RegExp(`"${MARK}:(\\d+)"`, 'g');

/** Texts that the response being written holds. */
let waiting: string[] | undefined;

/** JSON that is stored as text, and goes into a response as it is instead of being parsed and written again. */
export class JsonText {
  readonly #text: string;

  /** `text` is JSON: it was checked where it came in. */
  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): unknown {
    if (waiting === undefined) return JSON.parse(this.#text);
    return `${MARK}:${waiting.push(this.#text) - 1}`;
  }
}

/** Checks responses against the contract and writes them, with the `JsonText`s that stand in them. */
export const responseCompiler: FastifySerializerCompiler<z.ZodType> = (route) => {
  const write = serializerCompiler(route);
  return (answer) => {
    const texts = (waiting = []) as string[];
    try {
      const json = write(answer);
      return texts.length === 0
        ? json
        : json.replace(MARKED, (_, index: string) => texts[Number(index)] ?? '');
    } finally {
      waiting = undefined;
    }
  };
};
