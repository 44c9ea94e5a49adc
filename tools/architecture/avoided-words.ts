/** A word of docs/glossary.md's last column that once stood in names for a thing that has another word. */
interface AvoidedWord {
  name: RegExp;
  /** Everywhere, unless it says where. */
  path?: RegExp;
  exceptions?: { name: RegExp; path?: RegExp; reason: string }[];
}

const AVOIDED: AvoidedWord[] = [
  { name: /tenant|^UsageType$/i },
  // Who registered a domain is its owner; who pays is the customer.
  { name: /^owners?$/i, path: /\/src\/billing\// },
  {
    name: /payer/i,
    exceptions: [
      { name: /^payerId$/, reason: 'the column, which processes of the release before read, too' },
    ],
  },
  {
    // A verb at the beginning is another word: `answerWithError`.
    name: /^Answers?$|(?<=[a-z])Answers?(?![a-z])|^Answers?[A-Z]|(^|_)ANSWERS?(_|$)|^answers?(Of|File|Headers|Once)$|(^|-)answers?(-|$)/,
    exceptions: [
      {
        name: /^(answer|answers)$/,
        reason: 'within a function it says no more than that something came back',
      },
      {
        name: /^(Answer|onAnswer|setAnswer)$/,
        path: /\/(identity-question\.ts|use-unsaved-guard\.tsx|GrantDialog\.tsx)$/,
        reason: 'what a person says to a question',
      },
    ],
  },
];

/** Whether the glossary has another word for what is named so: a declaration, or a file. */
export const isAvoided = (path: string, name: string) =>
  AVOIDED.some(
    (word) =>
      word.name.test(name) &&
      word.path?.test(path) !== false &&
      !word.exceptions?.some((each) => each.name.test(name) && each.path?.test(path) !== false),
  );
