import {
  addHostWebhook,
  createWebhookSecret,
  getAutomation,
  takeGitHook,
  testFork,
  updateAutomation,
} from '@atrium/contract/connections/automation';
import { listConnectionStates, refreshConnection } from '@atrium/contract/connections/git-state';
import { openRequest } from '@atrium/contract/connections/requests';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { GitSync } from './git-sync.ts';

export async function gitSyncRoutes(
  app: FastifyInstance,
  { states, hooks, requests, hostWebhooks, forkTests }: GitSync,
): Promise<void> {
  route(app, listConnectionStates, async ({ caller }) => ({ connections: await states.list(caller) }));
  route(app, refreshConnection, ({ caller, params }) => states.refresh(caller, params.id));
  route(app, getAutomation, ({ caller, params }) => hooks.get(caller, params.id));
  route(app, updateAutomation, ({ caller, params, body }) => hooks.update(caller, params.id, body));
  route(app, createWebhookSecret, ({ caller, params }) => hooks.createSecret(caller, params.id));
  route(app, addHostWebhook, ({ caller, params }) => hostWebhooks.add(caller, params.id));
  route(app, openRequest, ({ caller, params, body }) => requests.open(caller, params.id, body));
  route(app, testFork, ({ caller, params, body }) =>
    forkTests.start(caller, params.id, { eventId: params.eventId, commitSha: body.commitSha }),
  );
  await app.register(async (raw) => {
    // The signature is over the bytes: parsing and writing them again would change it.
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    route(raw, takeGitHook, ({ params, body, request }) =>
      hooks.take(params.token, request.headers, (body as Buffer | undefined) ?? Buffer.alloc(0)),
    );
  });
}
