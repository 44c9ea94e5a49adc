/** Last name of people who have only one name. */
export const NO_LAST_NAME = '-';

/** First and last name, as far as there are. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].filter((name) => name !== '' && name !== NO_LAST_NAME).join(' ');
}
