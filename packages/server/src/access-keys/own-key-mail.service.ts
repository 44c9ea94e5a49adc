import { keyPaths } from '@atrium/contract/key-paths';
import { z } from 'zod';
import type { People } from '../accounts/people/people.service.ts';
import type { Store } from '../database/schema.ts';
import type { ComposedMail, MailComposer, Mails } from '../mail/mail.service.ts';

interface Parts {
  mail: Pick<Mails, 'queue'>;
  people: Pick<People, 'findMailRecipient' | 'listNames'>;
}

/** `email`: the address at the time of the event, so that a thief who changes it later doesn't get the notice instead. */
const Created = z.object({ kind: z.literal('own-key'), userId: z.string(), email: z.string() });
const Deleted = Created.extend({
  kind: z.literal('own-key-deleted'),
  label: z.string(),
  /** Person who deleted the key. */
  deleterId: z.string(),
});
const Request = z.discriminatedUnion('kind', [Created, Deleted]);

/** The mails after a new API key, and after someone else deleted one. */
export class OwnKeyMails implements MailComposer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  request(transaction: Store, userId: string): Promise<void> {
    return this.#queue(transaction, userId, (email) => ({ kind: 'own-key', userId, email }));
  }

  requestDeleted(
    transaction: Store,
    about: { userId: string; label: string; deleterId: string },
  ): Promise<void> {
    return this.#queue(transaction, about.userId, (email) => ({ kind: 'own-key-deleted', ...about, email }));
  }

  async #queue(
    transaction: Store,
    userId: string,
    requestTo: (email: string) => z.infer<typeof Request>,
  ): Promise<void> {
    const { mail, people } = this.#parts;
    const recipient = await people.findMailRecipient(transaction, userId);
    if (recipient === undefined) return;
    const request = { area: 'access-keys' as const, ...requestTo(recipient.to) };
    await mail.queue(transaction, request, { isUrgent: true });
  }

  async compose(transaction: Store, request: unknown, home: string): Promise<ComposedMail | undefined> {
    const { people } = this.#parts;
    const about = Request.parse(request);
    const recipient = await people.findMailRecipient(transaction, about.userId);
    if (recipient === undefined || recipient.state === 'closed') return undefined;
    const mail = {
      to: about.email,
      limitedAs: null,
      greeting: recipient.greeting,
      action: { label: 'See your API keys', url: `${home}${keyPaths.list()}` },
      footnotes: [],
    };
    if (about.kind === 'own-key') {
      return {
        ...mail,
        subject: 'An API key was created',
        paragraphs: [
          `A program can now use your account "${recipient.username}" with a new API key, limited to the permissions that you chose.`,
          'If this was not you, delete the key and change your password right away.',
        ],
      };
    }
    const deleter = (await people.listNames([about.deleterId])).get(about.deleterId) ?? 'Someone';
    return {
      ...mail,
      subject: 'An API key was deleted',
      paragraphs: [
        `${deleter}, who manages the people of your domain, deleted your API key "${about.label}". Programs that use it can no longer sign in.`,
        'If a program still needs one, create another and give it to the program.',
      ],
    };
  }
}
