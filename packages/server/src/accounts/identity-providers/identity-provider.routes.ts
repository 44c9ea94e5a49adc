import {
  checkIdentityProvider,
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from '@atrium/contract/accounts/identity-provider';
import {
  checkPlatformProvider,
  createPlatformProvider,
  deletePlatformProvider,
  listPlatformProviders,
  updatePlatformProvider,
} from '@atrium/contract/accounts/platform-identity-provider';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Accounts } from '../accounts.ts';

const EVERYONE = null;

/** Identity providers, as owners set them up for their domains and administrators for everyone. */
export function identityProviderRoutes(
  app: FastifyInstance,
  { identityProviders: providers }: Pick<Accounts, 'identityProviders'>,
): void {
  route(app, listIdentityProviders, ({ caller }) => providers.list(caller.domainId));
  route(app, createIdentityProvider, ({ caller, body }) => providers.create(caller, caller.domainId, body));
  route(app, updateIdentityProvider, ({ caller, params, body }) =>
    providers.update(caller, caller.domainId, params.id, body),
  );
  route(app, deleteIdentityProvider, ({ caller, params }) =>
    providers.delete(caller, caller.domainId, params.id),
  );
  route(app, checkIdentityProvider, ({ caller, params }) =>
    providers.check(caller, caller.domainId, params.id),
  );

  route(app, listPlatformProviders, () => providers.list(EVERYONE));
  route(app, createPlatformProvider, ({ caller, body }) => providers.create(caller, EVERYONE, body));
  route(app, updatePlatformProvider, ({ caller, params, body }) =>
    providers.update(caller, EVERYONE, params.id, body),
  );
  route(app, deletePlatformProvider, ({ caller, params }) => providers.delete(caller, EVERYONE, params.id));
  route(app, checkPlatformProvider, ({ caller, params }) => providers.check(caller, EVERYONE, params.id));
}
