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

/** Scope of the providers: the domain's, set up by its owner, or everyone's, set up by an administrator. */
export type ProviderScope = 'domain' | 'everyone';

export const providerCalls = {
  domain: {
    list: listIdentityProviders,
    create: createIdentityProvider,
    update: updateIdentityProvider,
    remove: deleteIdentityProvider,
    check: checkIdentityProvider,
  },
  everyone: {
    list: listPlatformProviders,
    create: createPlatformProvider,
    update: updatePlatformProvider,
    remove: deletePlatformProvider,
    check: checkPlatformProvider,
  },
};
