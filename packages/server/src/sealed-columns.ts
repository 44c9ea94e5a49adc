import { serviceKeyColumn } from './access-keys/service-key.repository.ts';
import { providerSecretColumn } from './accounts/identity-providers/identity-provider.repository.ts';
import { signOutUrlColumn } from './accounts/identity-providers/provider-sign-in.repository.ts';
import { authenticatorColumn } from './accounts/second-factors/authenticator.repository.ts';
import { signingKeyColumn } from './accounts/sessions/signing-key.repository.ts';
import { connectionSecretColumn, nextSecretColumn } from './connections/connection.repository.ts';
import { grantSecretColumn } from './connections/git-grant.repository.ts';
import { hookSecretColumn } from './git-sync/hooks/hook.repository.ts';
import { channelSecretColumn } from './notifications/channel.repository.ts';
import { valueKeyColumn } from './secrets/secret-key.repository.ts';

/** All columns whose values are encrypted at rest: a new key takes them along. */
export const sealedColumns = [
  authenticatorColumn,
  connectionSecretColumn,
  nextSecretColumn,
  channelSecretColumn,
  grantSecretColumn,
  hookSecretColumn,
  providerSecretColumn,
  serviceKeyColumn,
  signOutUrlColumn,
  signingKeyColumn,
  valueKeyColumn,
];
