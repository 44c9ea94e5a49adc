import { domainChannels, ownChannels } from '@atrium/contract/notifications/channels';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Channels } from './channel.service.ts';

export function notificationsRoutes(app: FastifyInstance, channels: Channels): void {
  for (const [scope, endpoints] of [
    ['domain', domainChannels],
    ['own', ownChannels],
  ] as const) {
    route(app, endpoints.list, ({ caller }) => channels.list(caller, scope));
    route(app, endpoints.add, ({ caller, body }) => channels.create(caller, scope, body));
    route(app, endpoints.save, ({ caller, params, body }) => channels.save(caller, scope, params.id, body));
    route(app, endpoints.setReason, ({ caller, params, body }) =>
      channels.setReason(caller, scope, params, body),
    );
    route(app, endpoints.delete, ({ caller, params }) => channels.delete(caller, scope, params.id));
    route(app, endpoints.try, ({ caller, params }) => channels.try(caller, scope, params.id));
    route(app, endpoints.sendAgain, ({ caller, params }) => channels.sendAgain(caller, scope, params));
  }
}
