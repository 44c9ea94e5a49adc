import { Email, FirstName, LastName, USERNAME_MAX_LENGTH, Username } from '@atrium/contract/accounts/fields';
import { NO_LAST_NAME } from '@atrium/contract/accounts/full-name';
import { EVERYONE, type RoleRule } from '@atrium/contract/accounts/identity-provider';
import { UnprocessableError } from '@atrium/host/errors';

type Claims = Readonly<Record<string, unknown>>;

/** The address that a provider vouches for. Throws if it states none, or not that it is verified, or one that is not supported. */
export function verifiedEmailOf({ email, email_verified: isVerified }: Claims, provider: string): string {
  // Some write it as a text.
  if ((isVerified !== true && isVerified !== 'true') || typeof email !== 'string' || email === '') {
    throw new UnprocessableError(
      `${provider} does not confirm that your e-mail address is verified, so you cannot sign in with it.`,
    );
  }
  const { data, error } = Email.safeParse(email);
  if (data !== undefined) return data;
  throw new UnprocessableError(
    `${provider} states an e-mail address for you that cannot be used here: ${email.slice(0, 254)}. ${error?.issues[0]?.message}`,
  );
}

/** Names of a person, if they are valid names: other text must not get into mails in this way. */
export function namesOf(claims: Claims, username: string): { firstName: string; lastName: string } {
  const [first, ...rest] = textOf(claims['name']).trim().split(/\s+/);
  const firstName = FirstName.safeParse(textOf(claims['given_name']) || first).data;
  const lastName = LastName.safeParse(textOf(claims['family_name']) || rest.join(' ')).data;
  const spare = FirstName.safeParse(username.replaceAll(/[^\p{L}]+/gu, ' ')).data ?? 'Unknown';
  return { firstName: firstName ?? spare, lastName: lastName ?? NO_LAST_NAME };
}

/** Prefix of a new account's username, valid for `Username`. */
export function usernameOf(claims: Claims, email: string): string {
  const [local = ''] = email.split('@');
  const [wished = ''] = textOf(claims['preferred_username']).split('@');
  return plainName(wished) || plainName(local) || 'user';
}

function plainName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, USERNAME_MAX_LENGTH - 8)
    .replaceAll(/^[.-]+|[.-]+$/g, '');
  return Username.safeParse(plain).success ? plain : plain.replaceAll(/\.+/g, '-');
}

/**
 * The roles that rules give for claims; undefined if there are no rules, so that roles stay as the people of the domain
 * set them.
 */
export function rolesOf(
  claims: Claims,
  { rolesClaim, roleRules }: { rolesClaim: string; roleRules: readonly RoleRule[] },
): string[] | undefined {
  if (roleRules.length === 0) return undefined;
  const values = new Set([EVERYONE, ...(rolesClaim === '' ? [] : valuesAt(claims, rolesClaim))]);
  const given = roleRules.filter((rule) => rule.values.some((value) => values.has(value)));
  return [...new Set(given.map(({ role }) => role))].sort();
}

/** A claim by its whole name (which may be an address with dots), or by the way to it. */
function valuesAt(claims: Claims, path: string): string[] {
  const found = path in claims ? claims[path] : path.split('.').reduce<unknown>(fieldOf, claims);
  const values = Array.isArray(found) ? (found as unknown[]) : [found];
  // A value of the claim never stands for everyone.
  return values.map((value) => textOf(value)).filter((value) => value !== '' && value !== EVERYONE);
}

function fieldOf(value: unknown, name: string): unknown {
  const isOpen = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isOpen ? (value as Claims)[name] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
