import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { House, Rule } from './rule.ts';

/** Words that are not said, and what is said instead. */
interface Phrase {
  not: RegExp;
  but: string;
}

/** Wherever people read: comments, documents, visible texts. */
const EVERYWHERE: Phrase[] = [
  { not: /\bfor ever\b/i, but: 'forever' },
  { not: /\bto be had\b/i, but: 'available' },
  { not: /\bthe very\b(?! (first|last|beginning|end)\b)/i, but: 'the same' },
  { not: /\bonce more\b/i, but: 'again' },
  { not: /\bis no news\b/i, but: 'what it means' },
  { not: /\btells? of\b/i, but: 'reports, is about' },
  { not: /\b(exists?|used|taken|closed|done|gone) already\b/i, but: 'already before the verb' },
  { not: /\b(some|any|every)body('s)?\b|(?<!")\bnobody('s)?\b/i, but: 'someone, anyone, everyone, no one' },
  { not: /\buser names?\b/i, but: 'username' },
  { not: /\bin (use|sight) already\b/i, but: 'already in use' },
  { not: /\bshall\b/i, but: 'must, should, will' },
];

/** Only in comments, where a function is described by what it does. */
const IN_COMMENTS: Phrase[] = [{ not: /^\W*Gives\b|[.;:] Gives\b|\bgives back\b/, but: 'Returns' }];

/** Only in texts that a user of the product reads. */
const VISIBLE: Phrase[] = [
  {
    not: /\b(was|were) not (saved|changed|sent|removed|reset|ended|deleted|created)\b/,
    but: 'could not be …',
  },
  { not: /\.\.\.(?!\w)/, but: '…' },
  { not: /\b[Ll]og(ged)?[ -]?out\b/, but: 'sign out' },
  { not: /\bPlease (give|provide)\b/, but: 'enter, choose' },
  { not: /\b(must not|may|can|cannot) hold\b/, but: 'contain' },
  {
    not: /\b(stands?|lies?) (in|on|at|beside|below|before|behind)\b/,
    but: 'is in, is next to, comes before',
  },
  { not: /\b(as soon as there was|at once asked|is asked for)\b/, but: 'what a person would say' },
  { not: /\bcancelled\b|\bcancelling\b/, but: 'canceled: the word of the status' },
];

const ROOT = join(import.meta.dirname, '..', '..');
const SPECIFICATION = ['accounts-and-billing.md', 'configuration-and-tests.md']
  .map((name) => readFileSync(join(ROOT, 'docs', 'specification', name), 'utf8'))
  .join('\n');

/** A sentence or a label for people, as opposed to a key, a path, SQL or code. */
const isForPeople = (text: string) => /^\s*["“]?[A-Z\d*][^{};=]*[a-z]/.test(text) && /[a-z]\s+\S/.test(text);

/** The specification's texts stay to the letter. */
const isSpecified = (text: string) => SPECIFICATION.includes(text.trim());

function findPhrases(place: string, text: string, phrases: Phrase[]): string[] {
  const flat = text.replaceAll(/\s*\n[\s*/]*/g, ' ');
  return phrases.flatMap(({ not, but }) => {
    const found = not.exec(flat);
    return found === null ? [] : [`${place}: "${found[0]}", better: ${but}`];
  });
}

const SOURCES = /^(packages\/[^/]+\/(src|test)|e2e|bench|tools)\//;
const OWN = /^tools\/architecture\//;

/** Sources whose texts are shown to users: in the console and its widget, in answers of the platform and its services. */
const SHOWN = /^packages\/(console|widget|contract|server|runtime|host)\/src\//;

const visibleTexts = ({ files }: House) =>
  files
    .filter(({ path, isTest }) => SHOWN.test(path) && !isTest)
    .flatMap(({ path, strings }) =>
      strings.filter((text) => isForPeople(text) && !isSpecified(text)).map((text) => ({ path, text })),
    );

export const wordingRules: Rule[] = [
  {
    says: 'comments are in idiomatic English',
    find: ({ files }) =>
      files
        .filter(({ path }) => SOURCES.test(path) && !OWN.test(path))
        .flatMap(({ path, comments }) =>
          comments.flatMap((text) => findPhrases(path, text, [...EVERYWHERE, ...IN_COMMENTS])),
        ),
  },
  {
    says: 'visible texts are in idiomatic English, except where the specification words them',
    find: (house) =>
      visibleTexts(house).flatMap(({ path, text }) => findPhrases(path, text, [...EVERYWHERE, ...VISIBLE])),
  },
  {
    says: 'documents and articles are in idiomatic English',
    find: ({ documents }) =>
      documents.flatMap(({ path, text }) =>
        text
          .split(/\n\s*\n/)
          .filter((paragraph) => !isSpecified(paragraph))
          .flatMap((paragraph) => findPhrases(path, paragraph, EVERYWHERE)),
      ),
  },
  {
    says: 'documents name only files that exist',
    find: ({ documents, paths }) =>
      documents.flatMap(({ path, text }) =>
        [...text.matchAll(/`((?:packages|e2e|bench|tools)\/[\w./-]+\.(?:tsx?|mjs|sql|md))`/g)]
          .map(([, named = '']) => named)
          .filter((named) => !paths.includes(named))
          .map((named) => `${path}: ${named}`),
      ),
  },
];
