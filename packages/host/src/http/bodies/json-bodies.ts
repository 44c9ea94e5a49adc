import { isUtf8 } from 'node:buffer';
import { MAX_CALL_BYTES } from '@atrium/contract/service-api/functions/call-limits';
import type { FastifyInstance } from 'fastify';
import { TooLargeError, ValidationError } from '../../errors.ts';
import { hasMoreValues, MAX_JSON_VALUES } from '../../json-values.ts';

/** Limit for a body of the usual size: the densest content entry has fewer values. */
const MAX_USUAL_VALUES = 150_000;

/** Parses JSON as usual, but refuses invalid UTF-8, and bodies with too many values before they are parsed. */
export function installJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Decoded nevertheless, each letter of another encoding would become the same one.
    if (!isUtf8(bytes)) {
      done(new ValidationError('The body is not UTF-8 text.'));
      return;
    }
    const text = bytes.toString('utf8');
    const most = request.routeOptions.bodyLimit > MAX_CALL_BYTES ? MAX_JSON_VALUES : MAX_USUAL_VALUES;
    if (hasMoreValues(text, most)) {
      const limit = most.toLocaleString('en');
      done(new TooLargeError(`The body has more than ${limit} values. Send it in several parts.`));
    } else void parse(request, text, done);
  });
}
