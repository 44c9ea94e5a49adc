import { keyPaths } from '@atrium/contract/key-paths';
import { z } from 'zod';
import type { People } from '../accounts/people/people.service.ts';
import type { Store } from '../database/schema.ts';
import type { ComposedMail, MailComposer, Mails } from '../mail/mail.service.ts';

interface Parts {
  mail: Pick<Mails, 'queue'>;
  people: Pick<People, 'findMailRecipient'>;
}

/** `email`: the address at the time of the event, so that a thief who changes it later doesn't get the notice instead. */
const Request = z.object({ kind: z.literal('own-key'), userId: z.string(), email: z.string() });

/** The mail after a new API key. */
export class OwnKeyMails implements MailComposer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async request(transaction: Store, userId: string): Promise<void> {
    const { mail, people } = this.#parts;
    const recipient = await people.findMailRecipient(transaction, userId);
    if (recipient === undefined) return;
    const request: z.infer<typeof Request> = { kind: 'own-key', userId, email: recipient.to };
    await mail.queue(transaction, { area: 'access-keys', ...request }, { isUrgent: true });
  }

  async compose(transaction: Store, request: unknown, home: string): Promise<ComposedMail | undefined> {
    const { userId, email } = Request.parse(request);
    const recipient = await this.#parts.people.findMailRecipient(transaction, userId);
    if (recipient === undefined || recipient.state === 'closed') return undefined;
    return {
      to: email,
      limitedAs: null,
      subject: 'An API key was created',
      greeting: recipient.greeting,
      paragraphs: [
        `A program can now use your account "${recipient.username}" with a new API key, limited to the permissions that you chose.`,
        'If this was not you, delete the key and change your password right away.',
      ],
      action: { label: 'See your API keys', url: `${home}${keyPaths.list()}` },
      footnotes: [],
    };
  }
}
