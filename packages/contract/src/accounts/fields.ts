import { z } from 'zod';
import { personName } from './person-name.ts';
import { ENTER_PASSWORD } from './sign-in-reasons.ts';

export const USERNAME_MAX_LENGTH = 64;
export const PASSWORD_MIN_LENGTH = 8;
/** Long enough for any passphrase, short enough that hashing one is not an attack. */
export const PASSWORD_MAX_LENGTH = 200;
const EMAIL_MAX_LENGTH = 254;

/** Names of hosts that mail programs turn into links: with two dots, or one before a common ending. `anna.smith` is a name. */
const LOOKS_LIKE_HOST =
  /^www\.|\..*\.[a-z]{2,}$|\.(?:app|biz|com|dev|example|info|io|link|net|online|org|shop|site|top|xyz)$/i;

/**
 * Username of a new account. No `@`, so that it can never be read as another person's e-mail address. Usernames
 * appear in e-mails to others, whose mail programs turn text that looks like a host name into links.
 */
export const Username = z
  .string()
  .trim()
  .min(1, 'Please enter a username.')
  .max(USERNAME_MAX_LENGTH, { error: `Use at most ${USERNAME_MAX_LENGTH} characters.`, abort: true })
  .regex(/^[\w.-]*$/, 'Use only letters, digits, dots, hyphens and underscores.')
  .regex(
    /^(?![.-])(?!.*\.\.)(?!.*[.-]$)/,
    'Begin and end with a letter, a digit or an underscore, and use no two dots in a row.',
  )
  .refine(
    (name) => !LOOKS_LIKE_HOST.test(name),
    'This looks like a web address. Use a hyphen or an underscore in place of the dots.',
  );

/** All that stands before and after the @ without quotes (RFC 5321, RFC 5322), at a host with a dot. */
const ADDRESS =
  /^(?=.{1,64}@)(?=.{1,254}$)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z\d-]{0,58}[A-Za-z\d])$/;
const FOREIGN_LETTER = /[\u0080-\u{10FFFF}].*@/u;

/** An e-mail address as it is stored and sent to: internationalized hosts in their ASCII form, which every mail server takes. */
export function withAsciiHost(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  if (at === -1 || !/^[\p{L}\p{M}\p{Nd}.\u3002\uFF0E\uFF61-]+$/u.test(host) || /^[\w.-]*$/.test(host))
    return email;
  const ascii = URL.parse(`http://${host}`)?.hostname;
  return ascii === undefined ? email : `${email.slice(0, at)}@${ascii}`;
}

export const Email = z
  .string()
  .trim()
  .min(1, 'Please enter an e-mail address.')
  .max(EMAIL_MAX_LENGTH, { error: `Use at most ${EMAIL_MAX_LENGTH} characters.`, abort: true })
  .overwrite(withAsciiHost)
  .pipe(
    z.email({
      pattern: ADDRESS,
      // Mail servers that would take them (SMTPUTF8) are few.
      error: ({ input }) =>
        typeof input === 'string' && FOREIGN_LETTER.test(input)
          ? 'Before the @, addresses with letters other than a to z are not supported. Please use another one.'
          : 'Please enter a valid e-mail address.',
    }),
  );

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
export const LastName = personName('Please enter a last name, or a dash if there is none.', { orNone: true });

/** A random token out of a mail or of another call. */
export const OneTimeToken = z.string().min(1, 'The token is missing.').max(512, 'The token is not valid.');
