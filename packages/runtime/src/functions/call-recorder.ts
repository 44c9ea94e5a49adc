import {
  type CallRecording,
  MAX_RECORDED_BYTES,
} from '@atrium/contract/service-api/functions/call-recording';
import type { Entry } from '@atrium/contract/service-api/functions/content-entry';
import { collectionOf, type EntryOperation } from '@atrium/contract/service-api/functions/entry-operation';
import type { ResponseEnvelope } from '@atrium/contract/service-api/functions/http-envelope';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { CallValues } from '../values/call-values.ts';

const MAX_LEFT_OUT = 20;

/** Arguments of the recorded operations, which have checked them. */
interface Argument {
  collection: string;
  id: string;
  entry: { id?: string };
  query?: Record<string, unknown> | null;
  method: string;
  url: string;
}

type Outcome = { answer: string } | { error: Error };

/** Records answers of the platform to one call, up to `MAX_RECORDED_BYTES`. Nothing is parsed until a recording is wanted. */
export class CallRecorder {
  readonly #noted: { operation: string; argument: Argument | EntryOperation[]; outcome: Outcome }[] = [];
  readonly #leftOut: string[] = [];
  #bytes = 0;

  note(operation: string, given: unknown, outcome: Outcome): void {
    if (operation !== 'fetch' && !operation.startsWith('content.')) return;
    if (typeof given !== 'object' || given === null) return;
    // The body of a request may be large.
    const { method, url } = given as Argument;
    const argument = operation === 'fetch' ? { method, url } : given;
    const added = 'answer' in outcome ? outcome.answer.length : outcome.error.message.length;
    const asked = operation === 'fetch' ? String(url).length : JSON.stringify(given).length;
    if (this.#bytes + added + asked > MAX_RECORDED_BYTES) {
      this.#leaveOut(`the answer to ${describe(operation, given as Argument)}: it is too large`);
      return;
    }
    this.#bytes += added + asked;
    this.#noted.push({ operation, argument: argument as Argument, outcome });
  }

  toRecording(
    live: LiveConfiguration,
    functions: readonly string[],
    values: CallValues | undefined,
  ): CallRecording {
    const recording: CallRecording = {
      ...valuesOf(live, functions, values),
      entries: [],
      absent: [],
      searches: [],
      requests: [],
      leftOut: this.#leftOut,
    };
    const seen = new Set<string>();
    /** Whether the call had not seen the entry before. */
    const isNew = (collection: string, id: string) => {
      const { size } = seen;
      return seen.add(`${collection}/${id}`).size > size;
    };
    const keep = (collection: string, entry: Entry) => {
      if (isNew(collection, entry.id)) recording.entries.push({ collection, entry });
    };
    const miss = (collection: string, id: string) => {
      if (isNew(collection, id)) recording.absent.push({ collection, id });
    };
    const write = (operation: EntryOperation, result: Entry | null) => {
      const collection = collectionOf(operation);
      if ('insert' in operation) {
        if (operation.entry.id !== undefined) miss(collection, operation.entry.id);
        else if (result) isNew(collection, result.id);
        // The entry as the call left it; a later change of the call replaces it.
      } else if (result) keep(collection, result);
      else if ('delete' in operation && isNew(collection, operation.id))
        this.#leaveOut(`the entry ${operation.id} of ${collection}, which was deleted unread`);
    };
    for (const { operation, argument, outcome } of this.#noted) {
      if (Array.isArray(argument)) {
        const results = 'answer' in outcome ? (JSON.parse(outcome.answer) as (Entry | null)[]) : [];
        for (const [index, each] of argument.entries())
          if (results[index] !== undefined) write(each, results[index]);
        continue;
      }
      const { collection, id, entry, query, method, url } = argument;
      if (operation === 'fetch') {
        recording.requests.push({
          method,
          url,
          ...('answer' in outcome
            ? { response: toResponse(JSON.parse(outcome.answer) as ResponseEnvelope) }
            : { error: outcome.error.message }),
        });
      } else if ('error' in outcome) {
        const { name } = outcome.error;
        if (operation === 'content.get' && name === 'NotFoundError') miss(collection, id);
        if (operation === 'content.insert' && name === 'ConflictError' && isNew(collection, entry.id ?? ''))
          this.#leaveOut(`the entry ${entry.id} of ${collection}, which was there and not read`);
      } else if (operation === 'content.find') {
        const { content } = JSON.parse(outcome.answer) as { content: Entry[] };
        for (const found of content) keep(collection, found);
        const { page: _page, cursor: _cursor, ...asked } = query ?? {};
        recording.searches.push({ collection, query: asked });
      } else {
        const result = JSON.parse(outcome.answer) as Entry | null;
        if (operation === 'content.get' && result) keep(collection, result);
        else if (operation === 'content.insert') write({ insert: collection, entry }, result);
        else if (operation === 'content.update') write({ update: collection, id, changes: {} }, result);
        else if (operation === 'content.delete') write({ delete: collection, id }, result);
      }
    }
    return recording;
  }

  #leaveOut(words: string): void {
    if (this.#leftOut.length < MAX_LEFT_OUT) this.#leftOut.push(words);
    else this.#leftOut[MAX_LEFT_OUT - 1] = 'and more';
  }
}

function describe(operation: string, { collection, id, method, url }: Argument): string {
  if (operation === 'fetch') return `${method} ${url}`.slice(0, 200);
  return [operation, collection, id].filter(Boolean).join(' ').slice(0, 200);
}

function toResponse({ status, headers, body }: ResponseEnvelope): ResponseEnvelope {
  return { status, headers, body };
}

/** Values that the functions declare. */
function valuesOf(
  { declarations }: LiveConfiguration,
  functions: readonly string[],
  values: CallValues | undefined,
): Pick<CallRecording, 'secrets' | 'variables'> {
  const recorded: Pick<CallRecording, 'secrets' | 'variables'> = { secrets: {}, variables: {} };
  for (const declared of functions.map((name) => declarations.get(name))) {
    for (const name of declared?.secrets ?? [])
      recorded.secrets[name] = values?.context.secrets[name] === undefined ? null : 'set';
    for (const name of declared?.variables ?? [])
      recorded.variables[name] = values?.context.variables[name] ?? null;
  }
  return recorded;
}
