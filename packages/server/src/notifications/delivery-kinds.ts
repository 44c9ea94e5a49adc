import type { AddressPolicy } from '@atrium/host/outbound/address-guard';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { domainRequester, type Mails } from '../mail/mail.service.ts';
import { type DeliveryKind, httpKind } from '../outbox/delivery-kind.ts';
import { signHeaders } from '../outbox/message-signature.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import { channelSecretColumn, findChannel, type StoredChannel } from './channel.repository.ts';
import { Content } from './facts.ts';
import { CHAT_BODIES } from './messages.ts';
import { DELIVERY_KINDS } from './tell.job.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  secrets: Secrets;
  mail: Pick<Mails, 'send'>;
  policy: AddressPolicy;
}

/** Delivery kinds, one for each kind of channel. */
export function notificationKinds({ db, clock, secrets, mail, policy }: Parts): DeliveryKind[] {
  const unseal = ({ id, secret }: StoredChannel) =>
    secrets.unseal({ column: channelSecretColumn.name, row: id }, secret ?? '');

  /** Signed JSON, as the Standard Webhooks specification describes. */
  const webhook = httpKind({
    name: DELIVERY_KINDS.WEBHOOK,
    policy,
    async render({ id, domainId, receiverId, payload: body }) {
      const channel = await findChannel(db, domainId, receiverId);
      if (channel === undefined) return undefined;
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Atrium-Webhooks',
        ...signHeaders({ id, secret: unseal(channel), body }, clock.now()),
      };
      return { url: channel.address, headers, body };
    },
  });

  const chat = (kind: keyof typeof CHAT_BODIES) =>
    httpKind({
      name: DELIVERY_KINDS[kind],
      policy,
      async render({ domainId, receiverId, payload }) {
        const channel = await findChannel(db, domainId, receiverId);
        if (channel === undefined) return undefined;
        const body = JSON.stringify(CHAT_BODIES[kind](Content.parse(JSON.parse(payload))));
        const headers = { 'content-type': 'application/json', 'user-agent': 'Atrium-Webhooks' };
        return { url: unseal(channel), headers, body };
      },
    });

  const email: DeliveryKind = {
    name: DELIVERY_KINDS.EMAIL,
    async send({ domainId, receiverId, payload }) {
      const channel = await findChannel(db, domainId, receiverId);
      if (!channel?.userId) return undefined;
      const about = { userId: channel.userId, content: payload, requester: domainRequester(domainId) };
      try {
        await mail.send({ area: 'notifications', kind: 'notifications', ...about });
        return { statusCode: null, error: null };
      } catch {
        return { statusCode: null, error: 'The mail server did not take the e-mail.' };
      }
    },
  };

  return [webhook, chat('SLACK'), chat('TEAMS'), chat('DISCORD'), email];
}
