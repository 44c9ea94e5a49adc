import { type Codebase, findFiles, findImports, type Rule, sourcesOf } from './rule.ts';

const SOURCES = 'packages/console/src/';

const sources = (codebase: Codebase) => sourcesOf(codebase, 'console');

/** From the bottom up. */
const LAYERS: RegExp[] = [
  /^(lib\/|paths\.ts$)/,
  /^ui\//,
  /^(api\/|public-responses\.ts$)/,
  /^layout\//,
  /^(features|test-card-field)\//,
  /^(routes\.tsx$|routes\/)/,
  /^(main|prerender)\.tsx$|^early\/|^[\w-]+\.tsx?$/,
];

/** Features that import others, in an order in which each imports only from those after it or from none of these. */
const FEATURE_IMPORTS: Record<string, readonly string[]> = {
  dashboard: ['articles', 'audit', 'billing', 'configuration', 'limits', 'services', 'test-runs'],
  search: ['accounts', 'articles', 'billing', 'services', 'test-runs'],
  services: ['billing', 'configuration', 'entries', 'test-runs'],
  entries: ['configuration'],
  configuration: ['limits', 'test-runs'],
  billing: ['limits'],
  accounts: ['articles'],
};

/** Folders of the large features, from the pages down: each imports from those after it, all from the feature's own. */
const FEATURE_FOLDERS: Record<string, readonly string[]> = {
  configuration: [
    'changes',
    'push',
    'import',
    'pull',
    'manifest',
    'compare',
    'merge',
    'submit',
    'versions',
    'live-change',
    'differences',
    'decisions',
    'drafts',
    'panes',
    'files',
  ],
  'test-runs': [
    'dashboard',
    'start',
    'run',
    'findings',
    'comparison',
    'result',
    'history',
    'timetable',
    'candidate',
  ],
};

/** Classes that the theme does not define, and sizes of their own. */
const OTHER_SIZES = /\btext-(?:\[\d|(?:md|xl|[3-9]xl)\b)|\bfontSize=/;

/** Deletes one of the things that people have, by its id. */
const DELETION = /\b(call|useChangeById)\(\s*(delete|remove|end)[A-Z]\w*/;

/** Read-only calls of a button: their failure appears in place of the result. */
const READ_ON_DEMAND =
  /\/(configuration\/(pull\/BranchFields|import\/UploadForm)|pricing\/PriceRuleDialog)\.tsx$/;

/** Files that may contain a form element: the kit's three, and those that can't use them. */
const FORMS: { path: RegExp; reason: string }[] = [
  { path: /\/ui\/(FormDialog|FormPage|PlainForm)\.tsx$/, reason: 'the kit' },
  {
    path: /\/accounts\/LoginForm\.tsx$/,
    reason:
      'the widget signs in, not a call of the console, and the page of the first bytes has neither Zod nor the kit',
  },
  {
    path: /\/accounts\/second-factor\/(SecondStep|SetUpStep)\.tsx$/,
    reason:
      'belongs to the sign-in: the widget makes its calls, and a code that has been typed is never put in an address',
  },
];

/** Whether an action's failure shows as an alert in the page. */
function alertsOfAction(text: string): boolean {
  const actions = [...text.matchAll(/\bconst (\w+) = useChange\(/g)].map(([, name]) => name);
  return actions.some((name) => new RegExp(`<ErrorAlert\\b[^>]*?error=\\{${name}\\.error\\b`).test(text));
}

/** Names of the calls that change something and that not everyone may make. */
function changesNeedingPermission(codebase: Codebase): string[] {
  return sourcesOf(codebase, 'contract').flatMap(({ text }) =>
    [...text.matchAll(/\bexport const (\w+) = defineEndpoint\(\{(.*?)\n\}\)/gs)]
      .filter(
        ([, , parts = '']) => !/\bmethod: 'GET'/.test(parts) && /\bpermission: '\w+\.(?!read')/.test(parts),
      )
      .map(([, name = '']) => name),
  );
}

const layerOf = (path: string) => LAYERS.findIndex((folders) => folders.test(path.slice(SOURCES.length)));
const featureOf = (path: string) => /console\/src\/features\/([^/]+)\//.exec(path)?.[1];

/** Place of a file among the folders of its feature, counted from the pages; what stands in none of them is below all. */
function folderOf(path: string): number {
  // A feature's public file exports from all of its folders.
  if (/\/features\/[^/]+\/public\.ts$/.test(path)) return -1;
  const folders = FEATURE_FOLDERS[featureOf(path) ?? ''] ?? [];
  const at = folders.indexOf(path.slice(SOURCES.length).split('/')[2] ?? '');
  return at < 0 ? folders.length : at;
}

/** Calls with the button and permission of another one, or that follow it. */
const TOLD_WITH_ANOTHER = new Set([
  // Services without a log call a function instead of trying it.
  'invokeFunction',
  'invokeTopFunction',
  // After startGitApp.
  'finishGitApp',
  'connectOffered',
  // After startKeyRenewal.
  'testNextKey',
  'finishKeyRenewal',
  'discardNextKey',
]);

export const consoleRules: Rule[] = [
  {
    title:
      'imports of the console go down: routes → features → layout → api → ui → lib, and in a feature by its folders',
    find: (codebase) => [
      ...findFiles(sources(codebase), ({ path }) => layerOf(path) < 0).map((path) => `${path} has no layer`),
      ...findImports(
        sources(codebase),
        ({ target }, { path }) =>
          target.startsWith(SOURCES) &&
          (layerOf(target) > layerOf(path) ||
            (featureOf(target) === featureOf(path) && folderOf(target) < folderOf(path))),
      ),
    ],
  },
  {
    title: 'text has one of the five sizes of the theme',
    find: (codebase) =>
      findFiles(sources(codebase), ({ path, text }) => path.endsWith('.tsx') && OTHER_SIZES.test(text)),
  },
  {
    title: 'a feature imports another one through its public.ts, in the declared directions',
    find: (codebase) => [
      ...Object.entries(FEATURE_IMPORTS).flatMap(([name, targets], at, all) =>
        targets
          .filter((target) => all.findIndex(([other]) => other === target) <= at && target in FEATURE_IMPORTS)
          .map((target) => `${name} → ${target} is declared against the order`),
      ),
      ...findImports(sources(codebase), ({ target }, { path }) => {
        const [from, to] = [featureOf(path), featureOf(target)];
        if (from === undefined || to === undefined || from === to) return false;
        return !FEATURE_IMPORTS[from]?.includes(to) || target !== `${SOURCES}features/${to}/public.ts`;
      }),
    ],
  },
  {
    title: 'links are built in paths.ts only',
    find: (codebase) =>
      findFiles(
        sources(codebase).filter(({ path }) => !/\/src\/(paths\.ts|routes\.tsx|routes\/.*)$/.test(path)),
        ({ strings }) => strings.some((text) => /^\/(console|index)(?!\/v1\/)([/?]|$)/.test(text)),
      ),
  },
  {
    title: 'a form is a FormDialog, a FormPage or a PlainForm',
    find: (codebase) =>
      findFiles(
        sources(codebase),
        ({ path, text }) => /<form\b/.test(text) && !FORMS.some((each) => each.path.test(path)),
      ),
  },
  {
    title: 'deletions use useRemove',
    find: (codebase) => findFiles(sources(codebase), ({ text }) => DELETION.test(text)),
  },
  {
    title: 'a failed action shows in the error dialog, not in an alert',
    find: (codebase) =>
      findFiles(sources(codebase), ({ path, text }) => !READ_ON_DEMAND.test(path) && alertsOfAction(text)),
  },
  {
    title: 'a list that the server returns is an EntityList or an EntityTable',
    find: (codebase) => [
      ...findImports(
        sources(codebase),
        ({ target }, { path }) => /\/ui\/Pagination\.tsx$/.test(target) && !/\/EntityList\.tsx$/.test(path),
      ),
      ...findFiles(sources(codebase), ({ text }) => /<Table\b[^>]*?\brows=\{\w+\.data\b/.test(text)),
    ],
  },
  {
    title: 'a button whose change needs a permission explains a refusal (useRefusal)',
    find: (codebase) => {
      const texts = sources(codebase).map(({ text }) => text);
      const isFound = (pattern: string) => texts.some((text) => new RegExp(pattern).test(text));
      return changesNeedingPermission(codebase).filter(
        (name) =>
          !TOLD_WITH_ANOTHER.has(name) &&
          isFound(`\\b(call|useEndpointForm|useRemove)\\(\\s*${name}\\b`) &&
          !isFound(`\\buseRefusal\\([^)]*\\b${name}\\b`),
      );
    },
  },
  {
    title: 'the key of a query comes from its endpoint',
    find: (codebase) => findFiles(sources(codebase), ({ text }) => /\bqueryKey: \[\s*['"`]/.test(text)),
  },
];
