import {
  addWebhook,
  deleteWebhook,
  getNotices,
  setNoticeMail,
  tryWebhook,
} from '@atrium/contract/test-runs/notices';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { NoticeMails } from './notice-mail.service.ts';
import type { Webhooks } from './webhook.service.ts';

export function noticesRoutes(
  app: FastifyInstance,
  { noticeMails, webhooks }: { noticeMails: NoticeMails; webhooks: Webhooks },
): void {
  route(app, getNotices, async ({ caller }) => ({
    ...(await noticeMails.get(caller)),
    webhooks: await webhooks.list(caller),
  }));
  route(app, setNoticeMail, ({ caller, body }) => noticeMails.update(caller, body.isMailed));
  route(app, addWebhook, ({ caller, body }) => webhooks.create(caller, body));
  route(app, deleteWebhook, ({ caller, params }) => webhooks.delete(caller, params.id));
  route(app, tryWebhook, ({ caller, params }) => webhooks.try(caller, params.id));
}
