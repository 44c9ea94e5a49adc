import { consolePaths } from '@atrium/contract/console-paths';
import { AppError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import type { PublicUrl } from '../http/public-url.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MailMessage, MailProvider } from '../providers/mail.ts';
import { accountMailJob, type MailRequest } from './account-mail.job.ts';
import { accountMail, type MailContent } from './account-mail-texts.ts';
import type { TokenPurpose } from './accounts.tables.ts';
import type { AttemptLimits } from './attempt-limit.service.ts';
import { mailboxSubject } from './attempt-subjects.ts';
import type { OneTimeTokens } from './one-time-token.service.ts';
import {
  type Account,
  findUnconfirmedUserByEmail,
  findUser,
  findUserByEmail,
  findUserByUsername,
} from './user.repository.ts';

export interface AccountMailsParts {
  db: Kysely<Database>;
  jobs: Jobs;
  mail: MailProvider;
  oneTimeTokens: OneTimeTokens;
  limits: AttemptLimits;
  publicUrl: PublicUrl;
}

export class AccountMails {
  readonly #parts: AccountMailsParts;

  constructor(parts: AccountMailsParts) {
    this.#parts = parts;
  }

  /** Requests a mail in the transaction that it is about. Costs the same whether or not one is sent. */
  async request(store: Store, request: MailRequest): Promise<void> {
    await this.#parts.jobs.send(accountMailJob, request, { store });
  }

  /** Writes and sends one: the work of the job. */
  async send(request: MailRequest): Promise<void> {
    const { db, mail } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const message = await this.#compose(transaction, request);
      if (message === undefined || !(await this.#mayReceive(transaction, message.to))) return;
      await mail.send(message, transaction);
    });
  }

  async #link(store: Store, purpose: TokenPurpose, account: Account, email = account.email) {
    const { oneTimeTokens, publicUrl } = this.#parts;
    const token = await oneTimeTokens.issue(store, purpose, account.userId, { email });
    const isConfirmation = purpose === 'confirm' || purpose === 'change-email';
    const path = isConfirmation ? consolePaths.confirm(token) : consolePaths.reset(token);
    return `${publicUrl.get()}${path}`;
  }

  async #compose(store: Store, request: MailRequest): Promise<MailMessage | undefined> {
    const write = (to: string, content: MailContent) => accountMail(to, content, this.#parts.publicUrl.get());
    if (request.kind === 'forgotten') {
      const account = await findUserByEmail(store, request.email);
      if (account === undefined) return undefined;
      return write(account.email, { kind: 'reset', account, url: await this.#link(store, 'reset', account) });
    }
    const account =
      request.kind === 'confirmation-again'
        ? await findUnconfirmed(store, request.name)
        : await findUser(store, request.userId);
    if (account === undefined) return undefined;
    switch (request.kind) {
      case 'registered':
      case 'confirmation-again': {
        if (account.isConfirmed || account.passwordHash === null) return undefined;
        const owner = await findUserByEmail(store, account.email);
        if (owner !== undefined) return write(owner.email, { kind: 'address-taken', account: owner });
        return write(account.email, {
          kind: 'confirm',
          account,
          url: await this.#link(store, 'confirm', account),
        });
      }
      case 'invited': {
        if (account.isConfirmed) return undefined;
        const parent = account.parentId === null ? undefined : await findUser(store, account.parentId);
        if (parent === undefined) return undefined;
        const url = await this.#link(store, 'invite', account);
        return write(account.email, { kind: 'invited', account, parent, url });
      }
      case 'change-email': {
        if (account.pendingEmail !== request.email) return undefined;
        const owner = await findUserByEmail(store, request.email);
        if (owner !== undefined) return write(owner.email, { kind: 'address-taken', account: owner });
        const url = await this.#link(store, 'change-email', account, request.email);
        return write(request.email, { kind: 'change-email', account, url });
      }
      case 'email-changed':
        return write(request.oldEmail, { kind: 'email-changed', account });
      case 'password-changed':
        return write(account.email, { kind: 'password-changed', account });
    }
  }

  /** No one can flood another person's mailbox; what is over the limit is dropped silently. */
  async #mayReceive(store: Store, email: string): Promise<boolean> {
    try {
      await this.#parts.limits.count(store, [mailboxSubject(email)]);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}

async function findUnconfirmed(store: Store, name: string): Promise<Account | undefined> {
  const account = await findUserByUsername(store, name);
  return account ?? findUnconfirmedUserByEmail(store, name);
}
