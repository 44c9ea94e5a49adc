import { withAsciiHost } from '@atrium/contract/accounts/fields';
import { consolePaths } from '@atrium/contract/console-paths';
import type { Store } from '../../database/schema.ts';
import { type ComposedMail, type MailComposer, type Mails } from '../../mail/mail.service.ts';
import type { TokenPurpose } from '../accounts.tables.ts';
import { isManaged } from '../identity-providers/managed-account.ts';
import {
  type Account,
  findClosedUserByEmail,
  findInvitedUserByEmail,
  findStatedUserByEmail,
  findUnconfirmedUserByEmail,
  findUser,
  findUserByEmail,
  findUserByUsername,
  lockUser,
} from '../people/user.repository.ts';
import { findSession } from '../sessions/session.repository.ts';
import type { OneTimeTokens } from '../sign-in/one-time-token.service.ts';
import { AccountMailRequest } from './account-mail-request.ts';
import { accountMail, type MailContent } from './account-mail-texts.ts';
import type { AddressTakenContent } from './address-taken-texts.ts';

interface Parts {
  mail: Pick<Mails, 'queue' | 'resetLimit'>;
  oneTimeTokens: OneTimeTokens;
}

/** Mails to the owner about a change of the account or a sign-in, at the address of that time. */
const NOTICES = [
  'new-device',
  'password-changed',
  'identity',
  'second-factor',
] as const satisfies readonly AccountMailRequest['kind'][];
type Notice = Extract<AccountMailRequest, { kind: (typeof NOTICES)[number] }>;

type WithoutEmail<Request> = Request extends Notice ? Omit<Request, 'email'> : never;
/** A mail to queue: the address of a notice is looked up. */
type AskedMail = Exclude<AccountMailRequest, Notice> | WithoutEmail<Notice>;

/** Mails that always arrive. Others can be caused by strangers, and are limited per mailbox. */
const UNLIMITED: ReadonlySet<MailContent['kind']> = new Set([...NOTICES, 'email-changed', 'account-closed']);

interface Written {
  to: string;
  content: MailContent;
}

/** The mails about accounts. */
export class AccountMails implements MailComposer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Queues a mail in the transaction that it is about. Costs the same whether or not one is sent. */
  async request(transaction: Store, asked: AskedMail): Promise<void> {
    const request = isNotice(asked) ? await this.#address(transaction, asked) : asked;
    if (request === undefined) return;
    // Links and security notices must not queue behind invitations.
    const isUrgent = request.kind !== 'invited';
    await this.#parts.mail.queue(transaction, { area: 'accounts', ...request }, { isUrgent });
  }

  /** After a change of the password: the links sent before are useless, so the owner may need another. */
  async allowResets(db: Store, mailbox: string): Promise<void> {
    await this.#parts.mail.resetLimit(db, 'reset', mailbox);
  }

  async compose(transaction: Store, given: unknown, home: string): Promise<ComposedMail | undefined> {
    const written = await this.#write(transaction, AccountMailRequest.parse(given), home);
    if (written === undefined) return undefined;
    const { to, content } = written;
    const limitedAs = UNLIMITED.has(content.kind) ? null : content.kind;
    return { to, limitedAs, ...accountMail(content, home) };
  }

  /** Adds the present address, however late the notice is sent. Undefined if the user is gone. */
  async #address(transaction: Store, notice: WithoutEmail<Notice>): Promise<Notice | undefined> {
    const account = await findUser(transaction, notice.userId);
    if (account === undefined) return undefined;
    const { email, userId } = account;
    // Stands for the link until the mail is written: revoking links revokes it, too.
    if (notice.kind === 'new-device')
      await this.#parts.oneTimeTokens.issue(transaction, 'report-sign-in', userId, {
        email,
        sessionId: notice.sessionId,
      });
    return { ...notice, email };
  }

  async #link(
    transaction: Store,
    home: string,
    purpose: TokenPurpose,
    { userId, email }: Account,
    about: { email?: string; sessionId?: string } = {},
  ) {
    const token = await this.#parts.oneTimeTokens.issue(transaction, purpose, userId, { email, ...about });
    const isConfirmation = purpose === 'confirm' || purpose === 'change-email';
    const path = isConfirmation ? consolePaths.confirm(token) : consolePaths.reset(token);
    return `${home}${path}`;
  }

  async #writeInvitation(transaction: Store, account: Account, home: string): Promise<Written | undefined> {
    const { isConfirmed, parentId, email } = account;
    const parent = isConfirmed || parentId === null ? undefined : await findUser(transaction, parentId);
    if (parent === undefined) return undefined;
    const url = await this.#link(transaction, home, 'invite', account);
    return { to: email, content: { kind: 'invited', account, parent, url } };
  }

  async #write(transaction: Store, request: AccountMailRequest, home: string): Promise<Written | undefined> {
    const write = (to: string, content: MailContent): Written => ({ to, content });
    if (request.kind === 'forgotten') {
      const taken = await findTaken(transaction, request.email, 'new-password');
      if (taken !== undefined && 'reopenableUntil' in taken) return write(taken.account.email, taken);
      // Invited people have no password yet, and need the link to choose one.
      if (taken === undefined) {
        const invited = await findInvitedUserByEmail(transaction, request.email);
        if (invited !== undefined) return this.#writeInvitation(transaction, invited, home);
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
        url: await this.#link(transaction, home, 'reset', account),
      });
    }
    if (request.kind === 'account-closed') {
      const { to, requester: _, ...content } = request;
      return write(to, content);
    }
    const account =
      request.kind === 'confirmation-again'
        ? await findUnconfirmed(transaction, request.name)
        : await findUser(transaction, request.userId);
    if (account === undefined) return undefined;
    const isConfirmation = request.kind === 'registered' || request.kind === 'confirmation-again';
    // Only the provider states whose mailbox this is, so the only mail sent to it is the confirmation.
    if (account.isEmailUnproved && !isConfirmation) return undefined;
    switch (request.kind) {
      case 'registered':
      case 'confirmation-again': {
        if (account.isEmailUnproved) {
          const url = await this.#link(transaction, home, 'confirm', account);
          return write(account.email, { kind: 'confirm', account, url });
        }
        if (account.isConfirmed || account.passwordHash === null) return undefined;
        const taken = await findTaken(transaction, account.email, 'new-account');
        if (taken !== undefined) return write(taken.account.email, taken);
        return write(account.email, {
          kind: 'confirm',
          account,
          url: await this.#link(transaction, home, 'confirm', account),
        });
      }
      case 'invited':
        return this.#writeInvitation(transaction, account, home);
      case 'change-email': {
        if (account.pendingEmail !== request.email) return undefined;
        const taken = await findTaken(transaction, request.email, 'other-account');
        if (taken?.account.userId === account.userId) return undefined;
        if (taken !== undefined) return write(taken.account.email, taken);
        const { email, sessionId } = request;
        const about = { email, ...(sessionId !== undefined && { sessionId }) };
        const url = await this.#link(transaction, home, 'change-email', account, about);
        return write(request.email, { kind: 'change-email', account, url });
      }
      case 'email-changed':
        return write(request.oldEmail, { kind: 'email-changed', account });
      case 'new-device': {
        const session = await findSession(transaction, request.sessionId);
        if (session === undefined) return undefined;
        const { oneTimeTokens } = this.#parts;
        const about = { email: request.email, sessionId: session.id };
        await lockUser(transaction, account);
        if (!(await oneTimeTokens.hasNotice(transaction, about))) return undefined;
        const token = await oneTimeTokens.issue(transaction, 'report-sign-in', account.userId, about);
        const url = `${home}${consolePaths.reportSignIn(token)}`;
        return write(about.email, { kind: 'new-device', account, signIn: session, url });
      }
      case 'password-changed':
        return write(request.email, { kind: 'password-changed', account });
      case 'identity': {
        const { kind, change, provider } = request;
        return write(request.email, { kind, account, change, provider });
      }
      case 'second-factor':
        return write(request.email, {
          kind: 'second-factor',
          account,
          change: request.change,
        });
    }
  }
}

function isNotice(request: AskedMail): request is WithoutEmail<Notice> {
  return NOTICES.some((kind) => kind === request.kind);
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
