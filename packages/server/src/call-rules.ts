import { installCompression } from '@atrium/host/http/bodies/compression';
import { installJsonBodies } from '@atrium/host/http/bodies/json-bodies';
import { responseCompiler } from '@atrium/host/http/bodies/json-text';
import { keepResponsesPrivate } from '@atrium/host/http/bodies/private-responses';
import { checkedValidatorCompiler } from '@atrium/host/http/bodies/text-check';
import { SlowCallLimit } from '@atrium/host/http/connections/slow-call-limit';
import { installErrorHandler } from '@atrium/host/http/errors/error-handler';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { installConfirmation } from './http/confirmation.ts';
import { createRespondOnce } from './http/idempotency.ts';
import { installSignIn } from './http/sign-in-hook.ts';
import { installValidationWords } from './http/validation-words.ts';

/** Checks and response rules of every call, in the web process and in the process for slow calls. */
export async function installCallRules(app: FastifyInstance, context: Context): Promise<void> {
  app.setValidatorCompiler(checkedValidatorCompiler);
  app.setSerializerCompiler(responseCompiler);
  installErrorHandler(app);
  installJsonBodies(app);
  installValidationWords();
  keepResponsesPrivate(app);
  await app.register(cookie);
  // Sessions and tokens are answered there, by cookie.
  installCompression(app, { except: '/auth/' });
  installSignIn(app, context.verifyBearer);
  installConfirmation(app, (caller) => context.accounts.confirmations.require(caller));
  app.decorate('slowCallLimit', new SlowCallLimit({ poolSize: context.config.databasePoolSize }));
  app.decorate('respondOnce', createRespondOnce(context.db, context.clock));
}
