import { z } from 'zod';

const MAX_LENGTH = 60;
const MAX_WORDS = 8;

/**
 * Letters and their marks of every script, the joiners that Persian and Indic names need, and the marks that stand in
 * names: O'Brien, Jean-Luc, J. R. Smith, Smith (Jones), Ferrer i Gal·la, ג׳ורג׳, Ravi a/l Kumar, Louis 14, マリア・クララ.
 */
const ALLOWED = /^[\u200D\p{L}\p{M}\p{Nd}\u200C '’‘ʼ`´‐‑–\-.,()·・׳״/]*$/u;
/** A joiner has letters or marks on both sides; anywhere else it only hides. */
const STRAY_JOINER = /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])/u;
/** A full stop inside a word, except between initials (J.R.): programs for mails make links of such words. */
const DOMAIN = /[\p{L}\p{M}\p{Nd}-]\.[\p{L}\p{M}\p{Nd}-]{2}|[\p{L}\p{M}\p{Nd}-]{2}\.[\p{L}\p{M}\p{Nd}-]/u;
/** Only between single letters, as in `s/o` and `a/l`. */
const STRAY_SLASH = /(?<!(?<!\p{L})\p{L})\/|\/(?!\p{L}(?!\p{L}))/u;
/** More than an ordinal is a telephone number or an amount. */
const NUMBER = /\p{Nd}\D{0,2}\p{Nd}\D{0,2}\p{Nd}/u;
const LETTER = /\p{L}/u;

/** Words that ask for something to be done, in mails that pretend to be the platform's. None of them is a name. */
const CALLS = new Set(
  `account accounts bitcoin blocked click crypto expired expires here http https immediately invoice locked login
  logon password passwort payment please refund reset suspended unlock urgent urgently verification verify www your`.split(
    /\s+/,
  ),
);

/** Returns why a text cannot be the name of a person, or undefined if it can. */
function problemOf(name: string): string | undefined {
  if (!ALLOWED.test(name) || STRAY_JOINER.test(name) || STRAY_SLASH.test(name)) {
    return 'This name contains characters that are not allowed.';
  }
  if (DOMAIN.test(name)) return 'Put a space after a full stop. A name cannot contain an address.';
  if (NUMBER.test(name)) return 'A name cannot contain numbers.';
  const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length > MAX_WORDS || words.some((word) => CALLS.has(word))) {
    return 'Enter only a name.';
  }
  return LETTER.test(name) ? undefined : 'A name contains at least one letter.';
}

/** A first or last name that a person chooses. It is written into mails to others, so it can carry nothing else. */
export function personName(missing: string) {
  return z
    .string()
    .trim()
    .min(1, missing)
    .max(MAX_LENGTH, { error: `Use at most ${MAX_LENGTH} characters.`, abort: true })
    .check((context) => {
      const problem = context.value === '' ? undefined : problemOf(context.value);
      if (problem !== undefined) {
        // With `continue`, so that a form compares its passwords as well and flags them at once.
        context.issues.push({ code: 'custom', input: context.value, message: problem, continue: true });
      }
    });
}
