import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { IdentityProviderTables } from '../identity-providers/identity-provider.tables.ts';
import type { SecondFactorTables } from './second-factor.tables.ts';

const CHECKED = 'Only good for checking a sign-in.';

/** Personal data in second factors: never a secret. */
export const factorPersonTables: PersonTables<SecondFactorTables> = {
  authenticators: {
    list: 'authenticators',
    about: 'Your authenticator apps.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { secret: 'A secret: whoever has it can make the codes.', lastStep: CHECKED },
  },
  passkeys: {
    list: 'passkeys',
    about: 'Your passkeys.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: {
      credentialId: CHECKED,
      publicKey: CHECKED,
      counter: CHECKED,
    },
  },
  recoveryCodes: {
    list: 'recoveryCodes',
    about: 'When your recovery codes were made and used.',
    whose: ownedBy('userId'),
    order: ['createdOn', 'codeHash'],
    except: { codeHash: 'A hash of a secret.' },
  },
  signInChallenges: 'Sign-ins that are under way: they end after minutes.',
};

/** Personal data in sign-ins with identity providers. */
export const providerPersonTables: PersonTables<IdentityProviderTables> = {
  identities: {
    list: 'identities',
    about: 'Accounts at identity providers with which you sign in.',
    whose: ownedBy('userId'),
    order: ['providerId', 'subject'],
  },
  identityProviders: {
    list: 'identityProviders',
    about: 'The identity providers of those accounts.',
    whose: ({ domainId, userId }) => sql`id in (
      select provider_id from identities where identities.domain_id = ${domainId} and user_id = ${userId})`,
    order: ['id'],
    except: {
      domainId: 'Whether it is for one domain or for everyone.',
      clientId: 'How the platform signs in to the provider.',
      clientSecret: 'A secret of the platform.',
      rolesClaim: 'A setting of the domain.',
      roleRules: 'A setting of the domain.',
      createdOn: 'A setting of the domain.',
      changedOn: 'A setting of the domain.',
    },
  },
  providerSignIns: {
    list: 'providerSignIns',
    about: 'When you signed in with an identity provider.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { signOutUrl: 'It has a token of the provider in it.' },
  },
  providerAttempts: 'Browsers on their way to a provider: they are forgotten after ten minutes.',
};
