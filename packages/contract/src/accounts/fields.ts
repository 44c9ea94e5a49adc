import { z } from 'zod';
import { personName } from './person-name.ts';
import { ENTER_PASSWORD } from './sign-in-reasons.ts';

export const USERNAME_MAX_LENGTH = 64;
export const PASSWORD_MIN_LENGTH = 8;
/** Long enough for any passphrase, short enough that hashing one is not an attack. */
export const PASSWORD_MAX_LENGTH = 200;
const EMAIL_MAX_LENGTH = 254;

/** Signs in. No `@`, so that a username can never be read as another person's e-mail address. */
export const Username = z
  .string()
  .trim()
  .min(1, 'Please enter a username.')
  .max(USERNAME_MAX_LENGTH, { error: `Use at most ${USERNAME_MAX_LENGTH} characters.`, abort: true })
  .regex(/^[\w.-]*$/, 'Use only letters, digits, dots, hyphens and underscores.');

export const Email = z
  .string()
  .trim()
  .min(1, 'Please enter an e-mail address.')
  .max(EMAIL_MAX_LENGTH, `Use at most ${EMAIL_MAX_LENGTH} characters.`)
  .pipe(z.email('Please enter a valid e-mail address.'));

/** A password being chosen. One being checked is only `GivenPassword`. */
export const ChosenPassword = z
  .string()
  .min(1, 'Please enter a password.')
  .min(PASSWORD_MIN_LENGTH, `Use at least ${PASSWORD_MIN_LENGTH} characters.`)
  .max(PASSWORD_MAX_LENGTH, `Use at most ${PASSWORD_MAX_LENGTH} characters.`);

export const GivenPassword = z
  .string()
  .min(1, ENTER_PASSWORD)
  .max(PASSWORD_MAX_LENGTH, `Use at most ${PASSWORD_MAX_LENGTH} characters.`);

export const FirstName = personName('Please enter a first name.');
export const LastName = personName('Please enter a last name.');

/** A random token out of a mail or of another call. */
export const OneTimeToken = z.string().min(1, 'The token is missing.').max(512, 'The token is not valid.');
