import { closeAccount, getAccountClosing } from '@atrium/contract/accounts/account-closing';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { AccountClosings } from './account-closing.service.ts';

export function accountClosingRoutes(app: FastifyInstance, closings: AccountClosings): void {
  route(app, getAccountClosing, ({ caller }) => closings.get(caller));
  route(app, closeAccount, ({ caller, body }) => closings.close(caller, body.username));
}
