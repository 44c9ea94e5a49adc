import {
  listFunctionMails,
  removeSuppression,
  sendFunctionMail,
} from '@atrium/contract/services/function-mails';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { FunctionMails } from './function-mail.service.ts';

export function functionMailsRoutes(app: FastifyInstance, mails: FunctionMails): void {
  route(app, sendFunctionMail, ({ caller, body }) => mails.send(caller, body));
  route(app, listFunctionMails, ({ caller, query }) => mails.list(caller, query));
  route(app, removeSuppression, ({ caller, body }) => mails.removeSuppression(caller, body));
}
