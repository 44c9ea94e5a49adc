import type { AddressPolicy } from '@atrium/host/outbound/address-guard';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { DeliveryKind } from '../../outbox/delivery-kind.ts';
import { signHeaders } from '../../outbox/message-signature.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import { findWebhook, webhookSecretColumn } from './webhook.repository.ts';

export const WEBHOOK = 'webhook';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  secrets: Secrets;
  policy: AddressPolicy;
}

/** Signed JSON, as the Standard Webhooks specification describes. */
export function webhookKind({ db, clock, secrets, policy }: Parts): DeliveryKind {
  return {
    name: WEBHOOK,
    policy,
    async render({ id, domainId, receiverId, payload: body }) {
      const webhook = await findWebhook(db, domainId, receiverId);
      if (webhook === undefined) return undefined;
      const secret = secrets.unseal({ column: webhookSecretColumn.name, row: webhook.id }, webhook.secret);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Atrium-Webhooks',
        ...signHeaders({ id, secret, body }, clock.now()),
      };
      return { url: webhook.url, headers, body };
    },
  };
}
