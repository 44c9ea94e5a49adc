import {
  createPageGrant,
  deletePageGrant,
  getServicePage,
  listPageGrants,
  refusePageGrant,
} from '@atrium/contract/access-keys/page-grant';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { PageGrants } from './page-grant.service.ts';

export function pageGrantRoutes(app: FastifyInstance, pageGrants: PageGrants): void {
  route(app, getServicePage, ({ params }) => pageGrants.getPage(params.serviceId));
  route(app, listPageGrants, ({ caller }) => pageGrants.list(caller));
  route(app, createPageGrant, ({ caller, body }) => pageGrants.create(caller, body));
  route(app, refusePageGrant, ({ caller, body }) => pageGrants.refuse(caller, body));
  route(app, deletePageGrant, ({ caller, params }) => pageGrants.delete(caller, params.id));
}
