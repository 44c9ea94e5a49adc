import type { Kysely } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import { AppError } from '../http/errors.ts';
import type { PublicUrl } from '../http/public-url.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MailMessage, MailProvider } from '../providers/mail.ts';
import { accountMail, type MailContent } from './account-mail-texts.ts';
import { accountMailJob, type MailRequest } from './account-mails.job.ts';
import type { TokenPurpose } from './accounts.tables.ts';
import { type AttemptLimits, mailboxSubject } from './attempt-limits.service.ts';
import type { OneTimeTokens } from './one-time-tokens.service.ts';
import {
  type Account,
  findUnconfirmedUserByEmail,
  findUser,
  findUserByEmail,
  findUserByUsername,
} from './users.repository.ts';

export interface AccountMails {
  /** Asks for a mail in the transaction of what it tells of. Costs the same whether or not one is sent. */
  request(db: Store, request: MailRequest): Promise<void>;
  /** Writes and sends one: the work of the job. */
  send(request: MailRequest): Promise<void>;
}

export interface AccountMailsParts {
  db: Kysely<Database>;
  jobs: Jobs;
  mail: MailProvider;
  oneTimeTokens: OneTimeTokens;
  limits: AttemptLimits;
  publicUrl: PublicUrl;
}

export function createAccountMails(parts: AccountMailsParts): AccountMails {
  const { db, jobs, mail, oneTimeTokens, limits, publicUrl } = parts;

  const link = async (store: Store, purpose: TokenPurpose, account: Account, email = account.email) => {
    const token = await oneTimeTokens.issue(store, purpose, account.userId, { email });
    const page = purpose === 'confirm' || purpose === 'change-email' ? 'confirm' : 'reset';
    return `${publicUrl.get()}/console/${page}?token=${token}`;
  };

  async function compose(store: Store, request: MailRequest): Promise<MailMessage | undefined> {
    const write = (to: string, content: MailContent) => accountMail(to, content, publicUrl.get());
    if (request.kind === 'forgotten') {
      const account = await findUserByEmail(store, request.email);
      if (account === undefined) return undefined;
      return write(account.email, { kind: 'reset', account, url: await link(store, 'reset', account) });
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
          url: await link(store, 'confirm', account),
        });
      }
      case 'invited': {
        if (account.isConfirmed) return undefined;
        const parent = account.parentId === null ? undefined : await findUser(store, account.parentId);
        if (parent === undefined) return undefined;
        const url = await link(store, 'invite', account);
        return write(account.email, { kind: 'invited', account, parent, url });
      }
      case 'change-email': {
        if (account.pendingEmail !== request.email) return undefined;
        const owner = await findUserByEmail(store, request.email);
        if (owner !== undefined) return write(owner.email, { kind: 'address-taken', account: owner });
        const url = await link(store, 'change-email', account, request.email);
        return write(request.email, { kind: 'change-email', account, url });
      }
      case 'email-changed':
        return write(request.oldEmail, { kind: 'email-changed', account });
      case 'password-changed':
        return write(account.email, { kind: 'password-changed', account });
    }
  }

  return {
    async request(store, request) {
      await jobs.send(accountMailJob, request, { store });
    },
    async send(request) {
      await db.transaction().execute(async (transaction) => {
        const message = await compose(transaction, request);
        if (message === undefined || !(await mayReceive(transaction, message.to))) return;
        await mail.send(message, transaction);
      });
    },
  };

  /** Nobody can have another person's mailbox flooded; what is over the limit is dropped without a word. */
  async function mayReceive(store: Store, email: string): Promise<boolean> {
    try {
      await limits.count(store, [mailboxSubject(email)]);
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
