import {
  getCustomer,
  getCustomerPayments,
  getCustomerUsage,
  listCustomerInvoices,
  listCustomerPeople,
  listCustomerSessions,
  searchCustomers,
} from '@atrium/contract/customers/customer';
import { giveCustomerCredit, listCustomerCredits } from '@atrium/contract/customers/customer-credit';
import {
  endCustomerSessions,
  lockCustomer,
  sendCustomerReset,
  unlockCustomer,
} from '@atrium/contract/customers/customer-help';
import {
  addCustomerHost,
  listCustomerHosts,
  removeCustomerHost,
} from '@atrium/contract/customers/customer-hosts';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Customers } from './customer.service.ts';

export function customersRoutes(app: FastifyInstance, customers: Customers): void {
  route(app, searchCustomers, ({ body }) => customers.list(body));
  route(app, getCustomer, ({ params }) => customers.get(params.id));
  route(app, getCustomerUsage, ({ params }) => customers.getUsage(params.id));
  route(app, listCustomerInvoices, ({ params }) => customers.listInvoices(params.id));
  route(app, getCustomerPayments, ({ params }) => customers.getPayments(params.id));
  route(app, listCustomerPeople, ({ params }) => customers.listPeople(params.id));
  route(app, listCustomerSessions, ({ caller, params }) => customers.listSessions(caller, params.id));

  route(app, listCustomerHosts, ({ params }) => customers.listHosts(params.id));
  route(app, addCustomerHost, ({ caller, params, body }) =>
    customers.addHost(caller, params.id, body.hostName),
  );
  route(app, removeCustomerHost, ({ caller, params }) =>
    customers.removeHost(caller, params.id, params.hostName),
  );
  route(app, listCustomerCredits, ({ params }) => customers.listCredits(params.id));
  route(app, giveCustomerCredit, ({ caller, params, body }) => customers.giveCredit(caller, params.id, body));
  route(app, lockCustomer, ({ caller, params, body }) => customers.lock(caller, params.id, body.reason));
  route(app, unlockCustomer, ({ caller, params }) => customers.unlock(caller, params.id));
  route(app, endCustomerSessions, ({ caller, params, body }) =>
    customers.endSessions(caller, params.id, body.sessionId),
  );
  route(app, sendCustomerReset, ({ caller, params, body }) =>
    customers.sendReset(caller, params.id, body.userId),
  );
}
