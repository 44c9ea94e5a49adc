import { AddressRequest, answerAddress } from '@atrium/contract/service-api/functions/address-call';
import { EventName, emitEvent } from '@atrium/contract/service-api/functions/events';
import { tryFunction } from '@atrium/contract/service-api/functions/invocations';
import { invokeFunction, invokeTopFunction } from '@atrium/contract/service-api/functions/invoke';
import { noteRefusedRequests } from '@atrium/contract/service-api/functions/refused-requests';
import { ValidationError } from '@atrium/host/errors';
import { readFramed, toFramed } from '@atrium/host/http/bodies/framed-body';
import { urlOf } from '@atrium/host/http/route';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { leavingOf } from '../host/leaving.ts';
import { callerOf, route } from '../host/route.ts';
import type { Addresses } from './addresses.service.ts';
import type { Functions } from './functions.service.ts';

/** JSON goes through as text: only the sandbox, which is limited, ever takes it apart. */
export function functionsRoutes(app: FastifyInstance, functions: Functions, addresses: Addresses): void {
  route(app, tryFunction, ({ caller, body, reply }) =>
    functions.try(caller, body.function, inputOf(body.input), leavingOf(reply)),
  );

  route(app, noteRefusedRequests, async ({ caller, body }) => ({
    unknown: await addresses.noteRefused(caller, body.requests),
  }));

  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    raw.post<{ Body: Buffer | undefined }>(
      urlOf(answerAddress),
      { config: { endpoint: answerAddress }, bodyLimit: answerAddress.maxBodyBytes ?? 0 },
      async (request, reply) => {
        const framed = request.body && readFramed(request.body);
        const head = AddressRequest.safeParse(framed?.head);
        if (!framed || !head.success) throw new ValidationError('The body is no request to an address.');
        const answer = await addresses.answer(callerOf(request), head.data, framed.body, leavingOf(reply));
        reply.type('application/octet-stream');
        return toFramed(answer.head, answer.body);
      },
    );
  });

  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    raw.post<{ Params: FunctionParams }>(
      urlOf(invokeFunction),
      { config: { endpoint: invokeFunction } },
      async (request, reply) => {
        const { folder, name } = request.params;
        return asJson(
          reply,
          await functions.invoke(
            callerOf(request),
            nameOf(name, folder),
            inputOf(request.body),
            leavingOf(reply),
          ),
        );
      },
    );
    raw.post<{ Params: FunctionParams }>(
      urlOf(invokeTopFunction),
      { config: { endpoint: invokeTopFunction } },
      async (request, reply) =>
        asJson(
          reply,
          await functions.invoke(
            callerOf(request),
            nameOf(request.params.name),
            inputOf(request.body),
            leavingOf(reply),
          ),
        ),
    );
    raw.post<{ Params: { event: string } }>(
      urlOf(emitEvent),
      { config: { endpoint: emitEvent } },
      async (request, reply) => {
        const event = EventName.safeParse(request.params.event);
        if (!event.success)
          throw new ValidationError('This is not the name of an event. Use one such as order.created.');
        const input = inputOf(request.body);
        const given = input === '' ? 'null' : input;
        const handled = await functions.emit(callerOf(request), event.data, given, leavingOf(reply));
        return asJson(reply, JSON.stringify(emitEvent.response.parse({ handled })));
      },
    );
  });
}

/** Fastify sends the text that a handler returns at once, and would wait for the end of a reply. */
function asJson(reply: FastifyReply, text: string): string {
  reply.type('application/json; charset=utf-8');
  return text;
}

interface FunctionParams {
  folder?: string;
  name: string;
}

/** Any other text than the path of a function names none. */
function nameOf(name: string, folder?: string): string {
  return folder === undefined ? name : `${folder}/${name}`;
}

/** Returns the body of a call as the text that the function gets. */
function inputOf(body: unknown): string {
  return typeof body === 'string' ? checked(body) : '';
}

/** V8 reads JSON faster than the sandbox could refuse it, and the caller learns that it was the request. */
function checked(text: string): string {
  if (text === '') return text;
  try {
    JSON.parse(text);
  } catch {
    throw new ValidationError('The body is not JSON.');
  }
  return text;
}
