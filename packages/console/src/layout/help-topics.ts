interface HelpTopicText {
  /** Explanation for new users, in one sentence. */
  text: string;
  /** Code of the article with details. */
  article: string;
  /** Ends the words of the link: `More about rules`. */
  about: string;
}

/** Explanations for new users, each shown at the first use of its term. */
export const helpTopics = {
  functions: {
    text: 'A function is a file that answers calls. Changes take effect as soon as you save.',
    article: 'write-functions',
    about: 'functions',
  },
  rules: {
    text: 'A rule runs a function when an event is sent.',
    article: 'hyper-dispatch',
    about: 'rules',
  },
  files: {
    text: 'All files of the service as they are live. Open one to read or edit it.',
    article: 'pull-configuration',
    about: 'the layout of the files',
  },
  calls: {
    text: 'Open a call to see its input, response, console output and error.',
    article: 'write-functions',
    about: 'the log of calls',
  },
  history: {
    text: 'The versions that changed this file, and the version that added each line.',
    article: 'versions-and-logs',
    about: 'the history of a file',
  },
  collections: {
    text: 'A collection keeps entries of one kind, each checked against its schema.',
    article: 'content-service',
    about: 'collections',
  },
  entries: {
    text: 'Entries are what your functions and programs store. They are live: a change takes effect as you save it.',
    article: 'content-service',
    about: 'entries',
  },
  versions: {
    text: 'Every change makes a new version; you can return to any of them.',
    article: 'versions-and-logs',
    about: 'versions',
  },
  comparison: {
    text: 'Each file starts with the remote version, or with your earlier choice. Nothing is live before you submit.',
    article: 'compare-and-merge',
    about: 'choices and three-way merge',
  },
  comparisonBySide: {
    text: 'Each file starts with the side that changed it; conflicts are yours to decide. Nothing is live before you submit.',
    article: 'compare-and-merge',
    about: 'choices and three-way merge',
  },
  merge: {
    text: 'Changes made on one side only are applied. Where both sides changed the same lines, you decide. You can edit the text in the middle.',
    article: 'compare-and-merge',
    about: 'merging',
  },
  pull: {
    text: 'A pull only reads the repository. You decide about each file before anything is live.',
    article: 'pull-configuration',
    about: 'pulls',
  },
  connections: {
    text: 'A connection keeps the address and the sign-in of a repository, so that pulls and pushes need no typing.',
    article: 'pull-configuration',
    about: 'connections',
  },
  manifest: {
    text: "Clear a file's box to leave it out. It isn't compared, and the live file stays unchanged.",
    article: 'pull-configuration',
    about: 'choosing files',
  },
  push: {
    text: 'A push writes the live configuration as one commit. You see it before it is written.',
    article: 'push-configuration',
    about: 'pushes',
  },
  upload: {
    text: 'A file is compared with the live configuration, item by item, before anything changes.',
    article: 'upload-configuration',
    about: 'uploads',
  },
  importing: {
    text: 'Each item has its choice, and you can change it. Nothing is live before you submit.',
    article: 'upload-configuration',
    about: 'these choices',
  },
  logs: {
    text: 'Results of imports, pushes and restores, with the reason of each failure.',
    article: 'versions-and-logs',
    about: 'logs',
  },
  status: {
    text: 'The result of checking each service.',
    article: 'system-status',
    about: 'the states',
  },
  proof: {
    text: 'A file is proven if a test that reaches it has passed with exactly this content.',
    article: 'proof-and-protection',
    about: 'proof',
  },
  protection: {
    text: 'Keeps changes from going live until their tests have passed.',
    article: 'proof-and-protection',
    about: 'protection',
  },
  testRuns: {
    text: "A run continues when you leave the page. The bell shows when it's done.",
    article: 'run-tests',
    about: 'test runs',
  },
  retries: {
    text: 'Failed tests are retried immediately. A pass on a retry is marked.',
    article: 'flaky-tests',
    about: 'retries',
  },
  quarantine: {
    text: 'A test in quarantine still runs, and its failure does not fail the run.',
    article: 'flaky-tests',
    about: 'quarantine',
  },
  timetable: {
    text: 'Tests run automatically, on behalf of the person who last saved the time.',
    article: 'flaky-tests',
    about: 'the timetable',
  },
  notifications: {
    text: 'Choose what you, chats and programs are told of, and when.',
    article: 'notifications',
    about: 'notifications',
  },
  usage: {
    text: 'Calls, time and data are metered by function.',
    article: 'usage-and-free-tier',
    about: 'usage',
  },
  budgets: {
    text: 'At a budget you get an e-mail; one that also stops functions is a cap.',
    article: 'budgets-and-limits',
    about: 'budgets',
  },
  limits: {
    text: 'At a limit something is refused; an administrator can raise it.',
    article: 'budgets-and-limits',
    about: 'limits',
  },
  payment: {
    text: 'Invoices are paid with the default card, unless you choose another one.',
    article: 'pay-invoices',
    about: 'payment',
  },
  credits: {
    text: 'Credits pay your invoices before your card does.',
    article: 'usage-and-free-tier',
    about: 'credits',
  },
  ownKeys: {
    text: 'Programs sign in with them as you, with only the permissions that you choose. A key never changes your password, your second factors or other keys.',
    article: 'access-keys',
    about: 'API keys',
  },
  domainKeys: {
    text: 'With these keys, programs of the people here act as them. Everyone makes their own in the menu under their name.',
    article: 'access-keys',
    about: 'API keys',
  },
  publicKeys: {
    text: 'Public keys that let machines sign in. Anyone who holds the matching private key can call the platform without a password.',
    article: 'access-keys',
    about: 'key pairs',
  },
  roles: {
    text: 'A role is a set of permissions under one name; a change takes effect at once.',
    article: 'child-users',
    about: 'roles',
  },
  identityProviders: {
    text: 'People sign in with an account that they already have at a provider.',
    article: 'identity-providers',
    about: 'identity providers',
  },
  customers: {
    text: 'Search by a name, an e-mail address, an invoice number or the last four digits of a card.',
    article: 'administer-customers',
    about: 'helping customers',
  },
  activity: {
    text: 'Who changed what in your domain, and when. Entries cannot be changed.',
    article: 'versions-and-logs',
    about: 'logs',
  },
  audit: {
    text: 'The log of every change in every domain. Its entries cannot be changed.',
    article: 'administer-customers',
    about: 'looking up changes',
  },
  platform: {
    text: 'Processes that run the console and its services. The page is refreshed every ten seconds.',
    article: 'system-status',
    about: 'the platform',
  },
  pricing: {
    text: 'A price applies to a number of units. Its impact on customers is shown before you save it.',
    article: 'set-prices',
    about: 'prices',
  },
  bonus: {
    text: 'A bonus is an amount in cents that pays invoices before any card does.',
    article: 'set-prices',
    about: 'bonuses',
  },
  dashboard: {
    text: 'Failures come first, grouped by reason.',
    article: 'test-run-dashboard',
    about: 'past runs',
  },
  invoices: {
    text: 'One for each month that has ended (UTC); it never changes.',
    article: 'pay-invoices',
    about: 'invoices',
  },
  profile: {
    text: 'Your name, password, second factors, and where you are signed in.',
    article: 'secure-account',
    about: 'account security',
  },
  secondFactors: {
    text: 'With a second factor, signing in takes a code from an app or a passkey besides your password.',
    article: 'secure-account',
    about: 'second factors',
  },
  work: {
    text: 'You can leave a task that takes a while and find it here again.',
    article: 'your-work',
    about: 'work in the background',
  },
} as const satisfies Record<string, HelpTopicText>;

export type HelpTopic = keyof typeof helpTopics;
