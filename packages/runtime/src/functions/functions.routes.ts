import { EventName, emitEvent } from '@atrium/contract/service-api/invoke';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BadRequestError } from '../host/errors.ts';
import { callerOf } from '../host/route.ts';
import { Cancellation } from '../sandbox/cancellation.ts';
import type { FunctionsService } from './functions.service.ts';

interface FunctionParams {
  folder?: string;
  name: string;
}

/** JSON goes through as text: only the sandbox, which is limited, ever takes it apart. */
export function functionsRoutes(app: FastifyInstance, functions: FunctionsService): void {
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    raw.post<{ Params: FunctionParams }>('/invoke/:folder/:name', async (request, reply) => {
      const { folder, name } = request.params;
      return sendJson(
        reply,
        await functions.invoke(
          callerOf(request),
          nameOf(name, folder),
          inputOf(request.body),
          leavingOf(reply),
        ),
      );
    });
    raw.post<{ Params: FunctionParams }>('/invoke/:name', async (request, reply) =>
      sendJson(
        reply,
        await functions.invoke(
          callerOf(request),
          nameOf(request.params.name),
          inputOf(request.body),
          leavingOf(reply),
        ),
      ),
    );
    raw.post<{ Params: { event: string } }>('/events/:event', async (request, reply) => {
      const event = EventName.safeParse(request.params.event);
      if (!event.success) throw new BadRequestError('Not the name of an event, such as order.created.');
      const input = inputOf(request.body);
      const given = input === '' ? 'null' : input;
      const handled = await functions.emit(callerOf(request), event.data, given, leavingOf(reply));
      return sendJson(reply, JSON.stringify(emitEvent.response.parse({ handled })));
    });
  });
}

/** Canceled when the caller goes away; after the answer that changes nothing. */
function leavingOf(reply: FastifyReply): Cancellation {
  const leaving = new Cancellation();
  reply.raw.once('close', () => leaving.cancel());
  return leaving;
}

/** Any other text than the path of a function names none. */
function nameOf(name: string, folder?: string): string {
  return folder === undefined ? name : `${folder}/${name}`;
}

function inputOf(body: unknown): string {
  return typeof body === 'string' ? checked(body) : '';
}

/** V8 reads JSON faster than the sandbox could refuse it, and the caller learns that it was the request. */
function checked(text: string): string {
  if (text === '') return text;
  try {
    JSON.parse(text);
  } catch {
    throw new BadRequestError('The body is not JSON.');
  }
  return text;
}

function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}
