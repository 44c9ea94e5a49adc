import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type Api, makeAddress, makeApi } from './api.ts';
import { field, fillFields } from './forms.ts';
import { waitForLink } from './mailbox.ts';

/** Someone the product knows, or is about to know. */
export interface Person {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  /** Address this person calls from. */
  address: string;
}

const names = [
  ['Ada', 'Marin'],
  ['Bo', 'Lindqvist'],
  ['Chidi', 'Okafor'],
  ['Dalia', 'Haddad'],
  ['Émile', 'Roux'],
  ['Fumiko', 'Sato'],
] as const;

let count = 0;

/** A new person with unique names, not yet known to the product. */
export function makePerson(more: Partial<Person> = {}): Person {
  const [firstName, lastName] = names[count++ % names.length] ?? names[0];
  const username = `${firstName
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()}-${randomBytes(4).toString('hex')}`;
  return {
    username,
    firstName,
    lastName,
    email: `${username}@example.com`,
    password: `Pass-${randomBytes(6).toString('base64url')}-1`,
    address: makeAddress(),
    ...more,
  };
}

/** The platform's first administrator. */
export function administrator(): Person {
  return makePerson({
    username: 'admin',
    password: process.env['ATRIUM_E2E_ADMIN_PASSWORD'] ?? '',
  });
}

/** Registers and confirms over HTTP: the fast way to a person whose domain holds the starter configuration. */
export async function registerPerson(baseUrl: string, person: Person = makePerson()): Promise<Person> {
  const { username, firstName, lastName, email, password } = person;
  const api = makeApi(baseUrl, person.address);
  await api.must('POST', '/auth/v1/register', { username, firstName, lastName, email, password });
  const token = new URL(await waitForLink(baseUrl, email, 'confirm')).searchParams.get('token') ?? '';
  await api.must('GET', `/auth/v1/confirm?token=${encodeURIComponent(token)}`);
  return person;
}

/** Signs in over HTTP and answers the calls this person may make. */
export async function apiOf(baseUrl: string, person: Person): Promise<Api> {
  const { username, password, address } = person;
  const { token } = await makeApi(baseUrl, address).must<{ token: string }>('POST', '/auth/v1/login', {
    username,
    password,
  });
  return makeApi(baseUrl, address, token);
}

/** Fills the form for newcomers, and agrees to the terms. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  // The sign-in before it asks for a username, too.
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  await fillFields(page, {
    Username: person.username,
    'First name': person.firstName,
    'Last name': person.lastName,
    'E-mail': person.email,
    Password: person.password,
    'Confirm password': person.password,
  });
  await page.getByRole('checkbox', { name: /terms/i }).check();
}

/** Signs in as a person does. */
export async function signInByForm(page: Page, person: Person): Promise<void> {
  await field(page, 'Username').fill(person.username);
  await field(page, 'Password').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Signs the browser in without the form: it asks for a session itself, so the cookie is stored as always. */
export async function signInFast(page: Page, person: Person): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': person.address });
  await page.goto('/health/live');
  const status = await page.evaluate(async ({ username, password }) => {
    const response = await fetch('/auth/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    // What the widget leaves behind after a sign-in, so that pages of visitors need not ask for a session.
    localStorage.setItem('atrium.signed-in', 'yes');
    return response.status;
  }, person);
  expect(status, `sign-in of ${person.username}`).toBe(200);
}
