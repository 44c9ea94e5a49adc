import type { Customer } from '@atrium/contract/customers/customer';
import { StartError } from '@atrium/host/start-error';
import type { Context } from '../context.ts';

/** Customers that a list shows, and that an unclear word is answered with. */
export const LISTED = 50;

type Parts = Pick<Context, 'customers' | 'accounts'>;

function stateOf({ closedOn, lockedOn }: Customer): string {
  if (closedOn !== null) return 'closed';
  return lockedOn === null ? 'open' : 'locked';
}

export function lineOf(customer: Customer): string {
  const { id, name, owner, unpaidInvoices } = customer;
  const person = [owner?.username ?? 'no owner', owner?.email ?? ''];
  return [id, name, ...person, stateOf(customer), `${unpaidInvoices} unpaid`].join('\t');
}

/** Finds a customer for display: by exact username or e-mail address of a person, else the only match of the words. */
export async function findCustomer(parts: Parts, word: string): Promise<Customer> {
  const found = await searchCustomers(parts, word);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  throw new StartError([`"${word}" finds more than one customer:`, ...found.map(lineOf)].join('\n'));
}

/** To change: only the one that the word names whole, because words find by their beginnings, and so someone else, too. */
export async function findNamedCustomer(parts: Parts, word: string): Promise<Customer> {
  const found = await searchCustomers(parts, word);
  const named: Customer[] = [];
  for (const customer of found) if (await isNamed(parts, customer, word)) named.push(customer);
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  const lines = (only === undefined ? found : named).map(lineOf);
  throw new StartError(
    [`"${word}" is not the whole name of one customer. Name one of them, best by its id:`, ...lines].join(
      '\n',
    ),
  );
}

/** Throws if there is no match. */
async function searchCustomers({ customers, accounts }: Parts, word: string): Promise<Customer[]> {
  const named = await accounts.directory.findIdOfPerson(word);
  if (named !== undefined) return [await customers.get(named)];
  const { content } = await customers.list({ text: word, size: LISTED });
  if (content.length === 0 || word === '') throw new StartError(`There is no customer "${word}".`);
  return content;
}

async function isNamed({ customers }: Parts, { id, name }: Customer, word: string): Promise<boolean> {
  const people = await customers.listPeople(id);
  const names = [id, name, ...people.flatMap(({ userId, username, email }) => [userId, username, email])];
  return names.some((each) => each.toLowerCase() === word.toLowerCase());
}
