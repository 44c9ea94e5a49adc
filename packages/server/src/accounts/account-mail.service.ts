import { withAsciiHost } from '@atrium/contract/accounts/fields';
import type { Invoice } from '@atrium/contract/billing/invoice';
import { consolePaths } from '@atrium/contract/console-paths';
import type { Kysely } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import type { PublicUrl } from '../http/public-url.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MailAttachment, MailProvider } from '../providers/mail.ts';
import { accountMailJob, type MailRequest } from './account-mail.job.ts';
import { accountMail, type MailContent } from './account-mail-texts.ts';
import type { TokenPurpose } from './accounts.tables.ts';
import type { AddressTakenContent } from './address-taken-texts.ts';
import { isManaged } from './identity-providers/managed-account.ts';
import type { MailedInvoice } from './invoice-mail-texts.ts';
import type { MailLimits } from './mail-limit.service.ts';
import {
  type Account,
  findClosedOwner,
  findClosedUserByEmail,
  findInvitedUserByEmail,
  findStatedUserByEmail,
  findUnconfirmedUserByEmail,
  findUser,
  findUserByEmail,
  findUserByUsername,
  lockUser,
} from './people/user.repository.ts';
import { findSession } from './sessions/session.repository.ts';
import type { OneTimeTokens } from './sign-in/one-time-token.service.ts';

export interface AccountMailsParts {
  db: Kysely<Database>;
  jobs: Jobs;
  mail: MailProvider;
  oneTimeTokens: OneTimeTokens;
  mailLimits: MailLimits;
  publicUrl: PublicUrl;
}

const NEWS: readonly MailRequest['kind'][] = [
  'invited',
  'test-runs',
  'budget-reached',
  'card-expires',
  'invoice',
  'payment-failed',
];

const NOTICES = [
  'new-device',
  'password-changed',
  'own-key',
  'identity',
  'second-factor',
] as const satisfies readonly MailRequest['kind'][];
type NoticeKind = (typeof NOTICES)[number];

/** Invoices for the mails about them, from where they are kept. */
export interface InvoicePapers {
  find: (
    customer: { domainId: string; userId: string },
    id: string,
    transaction: Store,
  ) => Promise<MailedInvoice | undefined>;
  toPdf: (invoice: Invoice) => Promise<Buffer>;
}

interface Composed {
  to: string;
  content: MailContent;
}

export class AccountMails {
  readonly #parts: AccountMailsParts;

  constructor(parts: AccountMailsParts) {
    this.#parts = parts;
  }

  /** Requests a mail in the transaction that it is about. Costs the same whether or not one is sent. */
  async request(transaction: Store, asked: MailRequest): Promise<void> {
    const request = await this.#address(transaction, asked);
    await this.#parts.jobs.send(accountMailJob, request, {
      transaction,
      ...(request.asker !== undefined && { turnOf: request.asker }),
      // Whoever waits for a link, or has to hear of a change, does not wait for invitations and news.
      isUrgent: !NEWS.includes(request.kind),
    });
  }

  /** Notices go to the address of now, however late they are sent. */
  async #address(transaction: Store, request: MailRequest): Promise<MailRequest> {
    if (!isToOwner(request)) return request;
    const account = await findUser(transaction, request.userId);
    if (account === undefined) return request;
    const { email, userId } = account;
    // Stands for the links that are made when the mail is: what revokes these until then takes it away.
    if (request.kind === 'new-device')
      await this.#parts.oneTimeTokens.issue(transaction, 'report-sign-in', userId, {
        email,
        sessionId: request.sessionId,
      });
    return { ...request, email };
  }

  /** Writes and sends one: the work of the job. */
  async send(request: MailRequest, papers: InvoicePapers): Promise<void> {
    const { db, mail, mailLimits, publicUrl } = this.#parts;
    const { asker } = request;
    const composed = await db.transaction().execute(async (transaction) => {
      const written = await this.#compose(transaction, request, papers);
      if (written === undefined) return undefined;
      // No one can flood another person's mailbox; what is over the limit is dropped silently.
      const { to, content } = written;
      return (await mailLimits.mayReceive(transaction, content, to, asker)) ? written : undefined;
    });
    if (composed === undefined) return;
    const { to, content } = composed;
    try {
      // Its link is good by now, whatever a slow mail server lets us believe of the mail.
      const message = accountMail(to, content, publicUrl.get());
      const attachments = 'invoice' in content ? [await attach(papers, content.invoice)] : [];
      await mail.send({ ...message, attachments });
    } catch (error) {
      await mailLimits.giveBack(db, content, to, asker);
      throw error;
    }
  }

  async #link(
    transaction: Store,
    purpose: TokenPurpose,
    { userId, email }: Account,
    about: { email?: string; sessionId?: string } = {},
  ) {
    const { oneTimeTokens, publicUrl } = this.#parts;
    const token = await oneTimeTokens.issue(transaction, purpose, userId, { email, ...about });
    const isConfirmation = purpose === 'confirm' || purpose === 'change-email';
    const path = isConfirmation ? consolePaths.confirm(token) : consolePaths.reset(token);
    return `${publicUrl.get()}${path}`;
  }

  async #composeInvitation(transaction: Store, account: Account): Promise<Composed | undefined> {
    const { isConfirmed, parentId, email } = account;
    const parent = isConfirmed || parentId === null ? undefined : await findUser(transaction, parentId);
    if (parent === undefined) return undefined;
    const url = await this.#link(transaction, 'invite', account);
    return { to: email, content: { kind: 'invited', account, parent, url } };
  }

  async #compose(
    transaction: Store,
    request: MailRequest,
    papers: InvoicePapers,
  ): Promise<Composed | undefined> {
    const write = (to: string, content: MailContent): Composed => ({ to, content });
    if (request.kind === 'forgotten') {
      const taken = await findTaken(transaction, request.email, 'new-password');
      if (taken !== undefined && 'reopenableUntil' in taken) return write(taken.account.email, taken);
      // Whoever was invited has no password yet, and needs the link to choose one.
      if (taken === undefined) {
        const invited = await findInvitedUserByEmail(transaction, request.email);
        if (invited !== undefined) return this.#composeInvitation(transaction, invited);
      }
      // The link proves the address, so it also confirms an account that was not.
      const stated = await findStatedUserByEmail(transaction, request.email);
      const isWithoutPassword = stated !== undefined && (await isManaged(transaction, stated));
      const account =
        taken?.account ??
        (isWithoutPassword ? undefined : stated) ??
        (await findUnconfirmedUserByEmail(transaction, request.email)) ??
        stated;
      if (account === undefined) return undefined;
      if (await isManaged(transaction, account))
        return write(account.email, { kind: 'no-password', account });
      return write(account.email, {
        kind: 'reset',
        account,
        report: request.report,
        url: await this.#link(transaction, 'reset', account),
      });
    }
    if (request.kind === 'account-closed') {
      const { to, asker: _, ...content } = request;
      return write(to, content);
    }
    if (request.kind === 'invoice' || request.kind === 'payment-failed')
      return composeInvoiceMail(transaction, request, papers);
    const account =
      request.kind === 'confirmation-again'
        ? await findUnconfirmed(transaction, request.name)
        : await findUser(transaction, request.userId);
    if (account === undefined) return undefined;
    const isConfirmation = request.kind === 'registered' || request.kind === 'confirmation-again';
    // Whose mailbox it is, only the provider says: they hear of nothing before they say so, too.
    if (account.isEmailUnproved && !isConfirmation) return undefined;
    switch (request.kind) {
      case 'registered':
      case 'confirmation-again': {
        if (account.isEmailUnproved) {
          const url = await this.#link(transaction, 'confirm', account);
          return write(account.email, { kind: 'confirm', account, url });
        }
        if (account.isConfirmed || account.passwordHash === null) return undefined;
        const taken = await findTaken(transaction, account.email, 'new-account');
        if (taken !== undefined) return write(taken.account.email, taken);
        return write(account.email, {
          kind: 'confirm',
          account,
          url: await this.#link(transaction, 'confirm', account),
        });
      }
      case 'invited':
        return this.#composeInvitation(transaction, account);
      case 'change-email': {
        if (account.pendingEmail !== request.email) return undefined;
        const taken = await findTaken(transaction, request.email, 'other-account');
        if (taken?.account.userId === account.userId) return undefined;
        if (taken !== undefined) return write(taken.account.email, taken);
        const { email, sessionId } = request;
        const about = { email, ...(sessionId !== undefined && { sessionId }) };
        const url = await this.#link(transaction, 'change-email', account, about);
        return write(request.email, { kind: 'change-email', account, url });
      }
      case 'email-changed':
        return write(request.oldEmail, { kind: 'email-changed', account });
      case 'new-device': {
        const session = await findSession(transaction, request.sessionId);
        if (session === undefined) return undefined;
        const { oneTimeTokens, publicUrl } = this.#parts;
        const about = { email: request.email ?? account.email, sessionId: session.id };
        await lockUser(transaction, account);
        if (request.email !== undefined && !(await oneTimeTokens.hasNotice(transaction, about)))
          return undefined;
        const token = await oneTimeTokens.issue(transaction, 'report-sign-in', account.userId, about);
        const url = `${publicUrl.get()}${consolePaths.reportSignIn(token)}`;
        return write(about.email, { kind: 'new-device', account, signIn: session, url });
      }
      case 'password-changed':
        return write(request.email ?? account.email, { kind: 'password-changed', account });
      case 'budget-reached': {
        const { userId: _, asker: __, ...reached } = request;
        return write(account.email, { ...reached, account });
      }
      case 'card-expires': {
        // No one there could add a card.
        if (account.isLocked) return undefined;
        const { userId: _, asker: __, ...card } = request;
        return write(account.email, { ...card, account });
      }
      case 'own-key':
        return write(request.email ?? account.email, { kind: 'own-key', account });
      case 'identity': {
        const { kind, change, provider } = request;
        return write(request.email ?? account.email, { kind, account, change, provider });
      }
      case 'test-runs': {
        const { kind, change, runId, passed, failed } = request;
        const url = `${this.#parts.publicUrl.get()}${consolePaths.testRunnerDashboard({ runId })}`;
        return write(account.email, { kind, account, change, passed, failed, url });
      }
      case 'second-factor':
        return write(request.email ?? account.email, {
          kind: 'second-factor',
          account,
          change: request.change,
        });
    }
  }
}

async function composeInvoiceMail(
  transaction: Store,
  request: Extract<MailRequest, { kind: 'invoice' | 'payment-failed' }>,
  papers: InvoicePapers,
): Promise<Composed | undefined> {
  const { userId, asker: _, customer, invoiceId, ...news } = request;
  const open = await findUser(transaction, userId);
  // What was used until an account was closed is billed afterwards.
  const account = open ?? (await findClosedOwner(transaction, userId));
  if (account === undefined || account.isEmailUnproved) return undefined;
  const invoice = await papers.find(customer, invoiceId, transaction);
  if (invoice === undefined) return undefined;
  // Whoever has paid meanwhile is not asked for money.
  if (invoice.paid && (news.kind === 'payment-failed' || news.news === 'due')) return undefined;
  const shutOut = open === undefined ? 'closed' : open.isLocked ? 'locked' : null;
  return { to: account.email, content: { ...news, account, invoice, shutOut } };
}

/** Whether a mail tells the owner of an account of what was done with it. */
function isToOwner(request: MailRequest): request is Extract<MailRequest, { kind: NoticeKind }> {
  return NOTICES.some((kind) => kind === request.kind);
}

/** Those of one domain take turns with other domains and with the addresses of visitors. */
export function domainAsker(domainId: string): string {
  return `domain ${domainId}`;
}

async function attach(papers: InvoicePapers, invoice: Invoice): Promise<MailAttachment> {
  return { name: `${invoice.invoiceId}.pdf`, type: 'application/pdf', content: await papers.toPdf(invoice) };
}

/** The mail for the owner of a confirmed address, whose account may be closed. */
async function findTaken(
  transaction: Store,
  email: string,
  askedFor: AddressTakenContent['askedFor'],
): Promise<AddressTakenContent | undefined> {
  const owner = await findUserByEmail(transaction, email);
  if (owner !== undefined) return { kind: 'address-taken', account: owner, askedFor };
  const closed = await findClosedUserByEmail(transaction, email);
  if (closed === undefined) return undefined;
  const { reopenableUntil, ...account } = closed;
  return { kind: 'address-taken', account, askedFor, reopenableUntil };
}

async function findUnconfirmed(transaction: Store, name: string): Promise<Account | undefined> {
  const account = await findUserByUsername(transaction, name);
  return account ?? findUnconfirmedUserByEmail(transaction, withAsciiHost(name));
}
