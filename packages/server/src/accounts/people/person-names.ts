import { FirstName, LastName } from '@atrium/contract/accounts/fields';
import { fullName } from '@atrium/contract/accounts/full-name';
import { readsAsCall } from '@atrium/contract/accounts/person-name';

interface Named {
  username: string;
  firstName: string;
  lastName: string;
}

/** Name of the inviter in invitations. */
export function inviterName(parent: Named): string {
  return hasName(parent) ? fullName(parent) : parent.username;
}

/** The first line of a mail. */
export function greetingFor(account: Named): string {
  return `Hello ${hasName(account) ? account.firstName : account.username},`;
}

/** Whether the names of an account may appear in a mail: names from before the rules for names may be anything. */
function hasName({ firstName, lastName }: Named): boolean {
  const areNames = FirstName.safeParse(firstName).success && LastName.safeParse(lastName).success;
  return areNames && !readsAsCall(firstName, lastName);
}
