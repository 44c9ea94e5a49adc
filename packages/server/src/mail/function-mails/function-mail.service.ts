import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import {
  FunctionMail,
  type listFunctionMails as listFunctionMailsEndpoint,
  type removeSuppression,
  type sendFunctionMail,
} from '@atrium/contract/services/function-mails';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller, ServiceCaller } from '../../http/caller.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Limits } from '../../limits/limit.service.ts';
import { domainRequester } from '../mail.service.ts';
import { type MailProvider, MailRefusedError } from '../mail-provider.ts';
import {
  deleteOldMails,
  deleteRefused,
  findFunctionMail,
  insertFunctionMails,
  insertRefused,
  listFunctionMails,
  listRefused,
  updateEndedMail,
} from './function-mail.repository.ts';
import { sendFunctionMailJob } from './send-function-mail.job.ts';

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

const ONLY_OWN =
  'Without a card on file, functions send mails only to people of the domain whose address is confirmed.';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  jobs: Jobs;
  provider: MailProvider;
  limits: Pick<Limits, 'countToday'>;
  hasCard: (domainId: string, db: Store) => Promise<boolean>;
  findDomainName: (domainId: string, db: Store) => Promise<string | undefined>;
  /** Addresses among some that belong to people of the domain and are confirmed. */
  listConfirmed: (domainId: string, addresses: readonly string[], db: Store) => Promise<string[]>;
}

/** Mails that functions send, in the name of their domain. */
export class FunctionMails {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Queues a mail for each recipient that may get it, and keeps a record of the others. Doing it twice changes nothing. */
  async send(
    { serviceId }: ServiceCaller,
    { id: mailId, domainId, function: name, mail }: EndpointInput<typeof sendFunctionMail>['body'],
  ): Promise<EndpointResponse<typeof sendFunctionMail>> {
    const { db, clock, random, jobs, limits, hasCard, findDomainName, listConfirmed } = this.#parts;
    const addresses = [...new Set(mail.to.map((address) => address.toLowerCase()))];
    return db.transaction().execute(async (transaction) => {
      if ((await findDomainName(domainId, transaction)) === undefined)
        throw new NotFoundError('There is no such domain.');
      const isOnFile = await hasCard(domainId, transaction);
      const confirmed = isOnFile ? addresses : await listConfirmed(domainId, addresses, transaction);
      const bounced = new Map(
        (await listRefused(transaction, domainId, addresses)).map(({ address, reason }) => [address, reason]),
      );
      const refused = addresses.flatMap((to) => {
        const reason = confirmed.includes(to) ? bounced.get(to) : ONLY_OWN;
        return reason === undefined ? [] : [{ to, reason }];
      });
      const reasons = new Map(refused.map(({ to, reason }) => [to, reason]));
      const rows = addresses.map((toAddress) => {
        const error = reasons.get(toAddress) ?? null;
        const now = clock.now();
        const common = {
          id: random.id(),
          domainId,
          serviceId,
          function: name,
          mailId,
          toAddress,
          subject: mail.subject,
          error,
          createdOn: now,
        };
        return error === null
          ? {
              ...common,
              mail: JSON.stringify({ ...mail, to: [toAddress] }),
              state: 'WAITING' as const,
              endedOn: null,
            }
          : {
              ...common,
              mail: null,
              state: error === ONLY_OWN ? ('FAILED' as const) : ('SUPPRESSED' as const),
              endedOn: now,
            };
      });
      const waiting = new Set(rows.flatMap(({ id, state }) => (state === 'WAITING' ? [id] : [])));
      for (const id of await insertFunctionMails(transaction, rows)) {
        // Mails that are not sent count, too: otherwise their list would grow without limit.
        await limits.countToday(transaction, domainId, 'mailsPerDay');
        if (!waiting.has(id)) continue;
        await jobs.send(
          sendFunctionMailJob,
          { id, domainId },
          { transaction, group: domainRequester(domainId) },
        );
      }
      return { refused };
    });
  }

  async list(
    { domainId }: Caller,
    query: EndpointInput<typeof listFunctionMailsEndpoint>['query'],
  ): Promise<EndpointResponse<typeof listFunctionMailsEndpoint>> {
    const found = await listFunctionMails(this.#parts.db, domainId, query);
    return {
      content: found.slice(0, query.size).map(({ toAddress: to, createdOn, endedOn, ...mail }) => ({
        id: mail.id,
        serviceId: mail.serviceId,
        function: mail.function,
        to,
        subject: mail.subject,
        state: mail.state,
        error: mail.error,
        isAddressSuppressed: mail.suppressed !== null,
        createdOn: createdOn.toISOString(),
        endedOn: endedOn?.toISOString() ?? null,
      })),
      hasMore: found.length > query.size,
    };
  }

  /** Sends to an address again; the next refusal of a mail server suppresses it anew. */
  async removeSuppression(
    caller: Caller,
    { to }: EndpointInput<typeof removeSuppression>['body'],
  ): Promise<void> {
    const { db, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const address = to.toLowerCase();
      if (!(await deleteRefused(transaction, caller.domainId, address)))
        throw new NotFoundError('This address is not suppressed.');
      await audit.record(transaction, { caller, action: 'mail.allow', message: address, after: { address } });
    });
  }

  /** Forgets mails that ended long ago. */
  async forgetOld(): Promise<void> {
    const { db, clock } = this.#parts;
    await deleteOldMails(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
  }

  /** Hands a mail on: the work of the job. */
  async deliver(domainId: string, id: string, isLastTry: boolean): Promise<void> {
    const { db, clock, provider, findDomainName } = this.#parts;
    const stored = await findFunctionMail(db, domainId, id);
    if (stored?.mail == null) return;
    const { subject, text, html, replyTo, attachments } = FunctionMail.parse(JSON.parse(stored.mail));
    const end = (state: 'SENT' | 'FAILED', error: string | null) => ({ state, error, endedOn: clock.now() });
    try {
      await provider.send({
        to: stored.toAddress,
        subject,
        ...(text !== undefined && { text }),
        ...(html !== undefined && { html }),
        ...(replyTo !== undefined && { replyTo }),
        fromName: (await findDomainName(domainId, db)) ?? 'Atrium',
        attachments: attachments.map(({ name, type, content, encoding }) => ({
          name,
          type,
          content: Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'),
        })),
      });
    } catch (error) {
      if (!(error instanceof MailRefusedError)) {
        if (isLastTry)
          await updateEndedMail(db, stored, end('FAILED', 'The mail server could not be reached.'));
        throw error;
      }
      const reason = `The mail server refused the address or the mail: ${error.message}`.slice(0, 500);
      await db.transaction().execute(async (transaction) => {
        await updateEndedMail(transaction, stored, end('FAILED', reason));
        if (error.isOfRecipient)
          await insertRefused(transaction, {
            domainId,
            address: stored.toAddress,
            reason,
            createdOn: clock.now(),
          });
      });
      return;
    }
    await updateEndedMail(db, stored, end('SENT', null));
  }
}
