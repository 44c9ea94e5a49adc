import { setTimeout as wait } from 'node:timers/promises';
import { defineEndpoint } from '@atrium/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ForbiddenError, NotFoundError } from '../src/errors.ts';
import { isKnown } from '../src/http/bodies/entity-tags.ts';
import { notModified, ResponseInPieces } from '../src/http/bodies/responses.ts';
import { checkedValidatorCompiler } from '../src/http/bodies/text-check.ts';
import { SlowCallLimit } from '../src/http/connections/slow-call-limit.ts';
import { installErrorHandler } from '../src/http/errors/error-handler.ts';
import { createRoute } from '../src/http/route.ts';

const route = createRoute<Record<'AUTHENTICATED' | 'ADMIN_ONLY' | 'SERVICE', string>>(
  ({ headers }) => String(headers.authorization),
  (domain) => domain,
);

const base = {
  tag: 'test',
  summary: 'Read',
  access: 'AUTHENTICATED',
  permission: 'none',
  isSlow: true,
} as const;
const Facts = z.object({
  greeting: z.string(),
  pid: z.int(),
  caller: z.string(),
  ip: z.string(),
  requestId: z.string(),
  /** Calls that stay in this process at the moment. */
  staying: z.int(),
});
const tell = defineEndpoint({ ...base, method: 'GET', path: '/facts', response: Facts });
/** The day is a text on its way and a date in the handler. */
const add = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/day-after',
  body: z.object({ day: z.iso.date().transform((text) => new Date(text)) }),
  response: z.object({ day: z.string(), pid: z.int() }),
});
const know = defineEndpoint({ ...base, method: 'GET', path: '/known', response: Facts });
const miss = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/missing',
  response: Facts,
  errors: ['notFound'],
});
/** Allowed where the greeting is known, as to someone who was just given the right to it. */
const enter = defineEndpoint({ ...base, method: 'GET', path: '/not-there-yet', response: Facts });
/** Keeps its process so busy that it says nothing. */
const hang = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/hang',
  query: z.object({ ms: z.coerce.number() }),
  response: Facts,
});
const list = defineEndpoint({ ...base, method: 'GET', path: '/long', response: z.array(z.string()) });
const stay = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/stay',
  query: z.object({ ms: z.coerce.number() }),
  response: Facts,
});

/** Calls that say who answered them, for an application with and without a process for slow calls. */
export function installSlowRoutes(app: FastifyInstance, greeting: string): FastifyInstance {
  app.setValidatorCompiler(checkedValidatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  app.decorate('slowCallLimit', new SlowCallLimit({ poolSize: 10, processors: 8 }));
  let staying = 0;
  const facts = ({ ip, id }: { ip: string; id: string }, caller: string) => ({
    greeting,
    pid: process.pid,
    caller,
    ip,
    requestId: id,
    staying,
  });
  route(app, tell, ({ request, caller }) => facts(request, caller));
  route(app, add, ({ body: { day } }) => ({
    day: new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10),
    pid: process.pid,
  }));
  route(app, know, ({ request, reply, caller }) =>
    isKnown(request, reply, 7) ? notModified : facts(request, caller),
  );
  route(app, miss, () => {
    throw new NotFoundError(`Process ${process.pid} does not have it.`);
  });
  route(app, enter, ({ request, caller }) => {
    if (greeting !== 'here') throw new ForbiddenError();
    return facts(request, caller);
  });
  route(app, hang, ({ query, request, caller }) => {
    for (const until = performance.now() + query.ms; performance.now() < until; );
    return facts(request, caller);
  });
  route(app, list, () => new ResponseInPieces(['["', 'a'.repeat(200_000), '","', 'b'.repeat(200_000), '"]']));
  route(app, stay, async ({ query, request, caller }) => {
    staying += 1;
    await wait(query.ms);
    staying -= 1;
    return facts(request, caller);
  });
  return app;
}
