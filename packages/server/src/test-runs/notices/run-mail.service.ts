import { consolePaths } from '@atrium/contract/console-paths';
import { z } from 'zod';
import type { People } from '../../accounts/people/people.service.ts';
import type { Store } from '../../database/schema.ts';
import {
  type ComposedMail,
  domainRequester,
  type MailComposer,
  type Mails,
} from '../../mail/mail.service.ts';

interface Parts {
  mail: Pick<Mails, 'queue'>;
  people: Pick<People, 'findMailRecipient'>;
}

/** A run of all tests was the first that failed, or the first that passed again. */
const RunMail = z.object({
  kind: z.literal('test-runs'),
  userId: z.string(),
  change: z.enum(['first-failure', 'recovery']),
  runId: z.string(),
  passed: z.int(),
  failed: z.int(),
});
type RunMail = Omit<z.infer<typeof RunMail>, 'kind'>;

/** The mails at the first failure and at recovery. */
export class RunMails implements MailComposer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async request(transaction: Store, domainId: string, about: RunMail): Promise<void> {
    const mail = { area: 'test-runs', kind: 'test-runs', ...about, requester: domainRequester(domainId) };
    await this.#parts.mail.queue(transaction, mail, { isUrgent: false });
  }

  async compose(transaction: Store, request: unknown, home: string): Promise<ComposedMail | undefined> {
    const { userId, change, runId, passed, failed } = RunMail.parse(request);
    const recipient = await this.#parts.people.findMailRecipient(transaction, userId);
    if (recipient === undefined || recipient.state === 'closed') return undefined;
    const { to, greeting, domain } = recipient;
    const hasFailed = change === 'first-failure';
    const rest = failed > 0 ? `, and the ${failed} that failed are in quarantine` : '';
    return {
      to,
      limitedAs: null,
      greeting,
      subject: hasFailed ? 'Your tests are failing' : 'Your tests pass again',
      paragraphs: [
        hasFailed
          ? `A run of all tests of the domain "${domain}" has failed: ${failed} of ${passed + failed} tests.`
          : `A run of all tests of the domain "${domain}" no longer has failures: ${passed} of ${passed + failed} tests passed${rest}.`,
      ],
      action: {
        label: 'Show the test run',
        url: `${home}${consolePaths.testRunnerDashboard({ runId })}`,
      },
      footnotes: ['You asked for this e-mail on the test run dashboard, where you can turn it off.'],
    };
  }
}
