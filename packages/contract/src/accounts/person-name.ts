import { z } from 'zod';
import { NO_LAST_NAME } from './full-name.ts';

const MAX_LENGTH = 60;
const MAX_WORDS = 8;

/**
 * Letters and their marks of every script, the joiners that Persian and Indic names need, and the marks that stand in
 * names: O'Brien, Jean-Luc, J. R. Smith, Smith (Jones), Ferrer i Gal·la, ג׳ורג׳, Ravi a/l Kumar, Louis 14, マリア・クララ,
 * Anna & Bob.
 */
const ALLOWED = /^[\u200D\p{L}\p{M}\p{Nd}\u200C '’‘ʼ`´‐‑–\-.,()·・׳״/&]*$/u;
/** Invisible letters and marks, except joiners and variation selectors. */
const INVISIBLE =
  /(?![\u200C\u200D]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|(?<![\p{Script=Han}\p{Script=Mongolian}])\p{Variation_Selector}/u;
/** A joiner has letters or marks on both sides; anywhere else it only hides. */
const STRAY_JOINER = /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])/u;
/** A full stop inside a word, except between initials (J.R.): programs for mails make links of such words. */
const DOMAIN = /[\p{L}\p{M}\p{Nd}-]\.[\p{L}\p{M}\p{Nd}-]{2}|[\p{L}\p{M}\p{Nd}-]{2}\.[\p{L}\p{M}\p{Nd}-]/u;
/** Only between single letters, as in `s/o` and `a/l`. */
const STRAY_SLASH = /(?<!(?<!\p{L})\p{L})\/|\/(?!\p{L}(?!\p{L}))/u;
/** Only between words. */
const STRAY_AMPERSAND = /(?<! )&|&(?! )/;
/** `St.John`: taken, with a space, so that no program for mails makes a link of it. */
const SAINT = /(?<![\p{L}\p{M}])(St[aeo]?)\.(?=\p{Lu})/gu;
/** Dash that people with one name enter as a last name. */
const NO_NAME = /^[-‐‑–—]$/;
/** More than an ordinal is a telephone number or an amount. */
const NUMBER = /\p{Nd}\D{0,2}\p{Nd}\D{0,2}\p{Nd}/u;
const LETTER = /\p{L}/u;
const STRAYS = [STRAY_JOINER, STRAY_SLASH, STRAY_AMPERSAND];

/** Words that ask for something to be done, in mails that pretend to be the platform's. None of them is a name. */
const CALLS = new Set(
  `account accounts bitcoin blocked crypto expired expires http https immediately invoice locked login logon password
  passwort payment please refund reset suspended unlock urgently verification verify www your`.split(/\s+/),
);
/** Calls to action that are also names: accepted as the only word of a name. */
const CALLS_OR_NAMES = new Set(['click', 'here', 'urgent']);

/** Returns why a text cannot be the name of a person, or undefined if it can. */
function problemOf(name: string): string | undefined {
  if (!ALLOWED.test(name) || INVISIBLE.test(name) || STRAYS.some((stray) => stray.test(name))) {
    return 'This name contains characters that are not allowed.';
  }
  if (DOMAIN.test(name)) return 'Put a space after a full stop. A name cannot contain an address.';
  if (NUMBER.test(name)) return 'A name cannot contain numbers.';
  const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const isCall = (word: string) => CALLS.has(word) || (words.length > 1 && CALLS_OR_NAMES.has(word));
  if (words.length > MAX_WORDS || words.some(isCall)) {
    return 'Enter only a name.';
  }
  return LETTER.test(name) ? undefined : 'A name contains at least one letter.';
}

/** Whether a first and a last name, each of which is one, read as a call together: `Click`, `Here`. */
export function readsAsCall(firstName: string, lastName: string): boolean {
  return [firstName, lastName].every((name) => CALLS_OR_NAMES.has(name.toLowerCase()));
}

/**
 * A first or last name that a person chooses. It is written into mails to others, so it can carry nothing else. With
 * `orNone`, a dash says that there is none.
 */
export function personName(missing: string, { orNone = false } = {}) {
  return z
    .string()
    .trim()
    .min(1, missing)
    .max(MAX_LENGTH, { error: `Use at most ${MAX_LENGTH} characters.`, abort: true })
    .overwrite((name) => (orNone && NO_NAME.test(name) ? NO_LAST_NAME : name.replaceAll(SAINT, '$1. ')))
    .check((context) => {
      const isGiven = context.value !== '' && !(orNone && context.value === NO_LAST_NAME);
      const problem = isGiven ? problemOf(context.value) : undefined;
      if (problem !== undefined) {
        // With `continue`, so that a form compares its passwords as well and flags them at once.
        context.issues.push({ code: 'custom', input: context.value, message: problem, continue: true });
      }
    });
}
