import { type DevelopmentMail, listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import { DEVICE_COOKIE, REFRESH_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { confirmEmail, register } from '@atrium/contract/accounts/registration';
import { login, type SignedInResponse } from '@atrium/contract/accounts/sign-in';
import type { LightMyRequestResponse } from 'fastify';
import { allJobs } from '../src/all-jobs.ts';
import type { TestApp } from './support.ts';

/** Subject of the mail about a sign-in on a device that is not known. */
export const SIGN_IN_NOTICE = 'New sign-in to your account';

export interface Person {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export function person(username: string): Person {
  return {
    username,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${username}@example.com`,
    password: `password of ${username}`,
  };
}

/** Registers and confirms, as a person does. */
export async function registerPerson(server: TestApp, username: string): Promise<Person> {
  const someone = person(username);
  await server.call(register, { body: someone });
  await server.call(confirmEmail, { query: { token: await readToken(server, someone.email) } });
  return someone;
}

/** A browser's sign-in: what it may keep in memory, and the cookie it sends along. */
export interface Browser {
  user: SignedInResponse['user'];
  /** Headers of a call with the access token. */
  bearer: { authorization: string };
  /** Headers of a call with the refresh cookie. */
  cookie: { cookie: string };
  /** Headers of a call from the same device, without the session. */
  device: { cookie: string };
}

export async function signIn(
  server: TestApp,
  { username, password }: Pick<Person, 'username' | 'password'>,
  headers: Record<string, string> = {},
): Promise<Browser> {
  const answer = await server.request(login, { body: { username, password } }, { headers });
  if (answer.statusCode !== 200) throw new Error(`sign-in answered ${answer.statusCode}: ${answer.body}`);
  return toBrowser(answer);
}

export function toBrowser(answer: LightMyRequestResponse): Browser {
  const { token, user } = answer.json<SignedInResponse>();
  return {
    user,
    bearer: { authorization: `Bearer ${token}` },
    cookie: { cookie: refreshCookie(answer) },
    device: { cookie: readCookie(answer, DEVICE_COOKIE) },
  };
}

export function refreshCookie(answer: LightMyRequestResponse): string {
  return readCookie(answer, REFRESH_COOKIE);
}

function readCookie(answer: LightMyRequestResponse, wanted: string): string {
  const cookie = answer.cookies.find(({ name }) => name === wanted);
  return `${wanted}=${cookie?.value ?? ''}`;
}

/** Mails to an address, newest first, after sending what waits. */
export async function readMails(server: TestApp, to: string): Promise<DevelopmentMail[]> {
  await server.context.jobs.runDue(allJobs(server.context));
  const mails = await server.call(listDevelopmentMails, {});
  return mails.filter((mail) => mail.to === to);
}

/** The token of the link in the newest mail to an address, other than notices of sign-ins. */
export async function readToken(server: TestApp, to: string): Promise<string> {
  const mails = await readMails(server, to);
  const mail = mails.find(({ subject }) => subject !== SIGN_IN_NOTICE);
  const token = /[?&]token=(\S+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link in the newest mail to ${to}: ${mail?.text}`);
  return token;
}
