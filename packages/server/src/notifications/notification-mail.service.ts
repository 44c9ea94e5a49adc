import { z } from 'zod';
import type { People } from '../accounts/people/people.service.ts';
import type { Store } from '../database/schema.ts';
import type { ComposedMail, MailComposer } from '../mail/mail.service.ts';
import { Content, quoteLine, submissionLine, timeText, titleOf } from './facts.ts';

interface Parts {
  people: Pick<People, 'findMailRecipient'>;
}

const NotificationMail = z.object({
  kind: z.literal('notifications'),
  userId: z.string(),
  /** JSON of `Content`. */
  content: z.string(),
});

/** E-mails of notifications, to people who asked for them. */
export class NotificationMails implements MailComposer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async compose(transaction: Store, request: unknown, home: string): Promise<ComposedMail | undefined> {
    const { userId, content: json } = NotificationMail.parse(request);
    const recipient = await this.#parts.people.findMailRecipient(transaction, userId);
    if (recipient?.state !== 'open') return undefined;
    const content = Content.parse(JSON.parse(json));
    const { told, more, settingsUrl } = content;
    const [first] = told;
    const isOne = told.length === 1 && first !== undefined;
    const paragraphs = told.flatMap((each) => [
      ...(isOne ? [] : [`${quoteLine(each.title)} (${timeText(each.at)})`]),
      isOne ? each.text : `${each.text} ${each.link.label}: ${each.link.url}`,
      ...(each.lastSubmission ? [`${submissionLine(each.lastSubmission)}. ${each.lastSubmission.url}`] : []),
    ]);
    return {
      to: recipient.to,
      limitedAs: null,
      greeting: recipient.greeting,
      subject: titleOf(content),
      paragraphs: [...paragraphs, ...(more > 0 ? [`And ${more} more.`] : [])],
      action: isOne ? first.link : { label: 'Show notifications', url: settingsUrl },
      footnotes: [
        `You asked for this e-mail on the page Notifications, where you can turn it off: ${settingsUrl || home}`,
      ],
    };
  }
}
