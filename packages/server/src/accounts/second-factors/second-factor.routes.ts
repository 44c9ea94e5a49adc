import {
  addPasskey,
  changeSignInRules,
  confirmAuthenticator,
  createRecoveryCodes,
  getSignInRules,
  listFactors,
  removeFactor,
  renameFactor,
  resetFactors,
  startAuthenticator,
  startPasskey,
} from '@atrium/contract/accounts/second-factor';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Accounts } from '../accounts.ts';

/** Management of second factors by their owners, and of the requirement to have one. */
export function secondFactorRoutes(
  app: FastifyInstance,
  { secondFactors, factorResets, requirements }: Accounts,
): void {
  route(app, listFactors, ({ caller }) => secondFactors.get(caller));
  route(app, startAuthenticator, ({ caller }) => secondFactors.startAuthenticator(caller));
  route(app, confirmAuthenticator, ({ caller, params, body }) =>
    secondFactors.confirmAuthenticator(caller, params.id, body),
  );
  route(app, startPasskey, async ({ caller }) => secondFactors.startPasskey(caller));
  route(app, addPasskey, ({ caller, body }) => secondFactors.createPasskey(caller, body));
  route(app, renameFactor, ({ caller, params, body }) => secondFactors.update(caller, params.id, body.name));
  route(app, removeFactor, ({ caller, params }) => secondFactors.delete(caller, params.id));
  route(app, createRecoveryCodes, ({ caller }) => secondFactors.createRecoveryCodes(caller));
  route(app, resetFactors, ({ caller, params }) => factorResets.reset(caller, params.id));
  route(app, getSignInRules, ({ caller }) => requirements.get(caller));
  route(app, changeSignInRules, ({ caller, body }) => requirements.update(caller, body));
}
