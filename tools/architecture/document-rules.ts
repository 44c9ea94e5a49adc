import { posix } from 'node:path';
import { RUNTIME_AREAS } from './layers.ts';
import { AREAS, type Codebase, type Rule, sourcesOf } from './rule.ts';

const RECIPES = 'docs/recipes.md';
const CONTRIBUTING = 'CONTRIBUTING.md';

const textOf = ({ documents }: Codebase, name: string) =>
  documents.find(({ path }) => path === name)?.text ?? '';

/** Written the same but for line breaks, and the commas that the formatter adds at their ends. */
const flat = (text: string) => text.replaceAll(/\s+/g, '').replaceAll(/,(?=[)\]}])/g, '');

interface Snippet {
  /** The first file that its step names. */
  path: string;
  /** Its code, in the pieces that `…` leaves of it. */
  pieces: string[];
}

/** The code of each step; a step begins with its number. */
function snippetsOf(text: string): Snippet[] {
  return text.split(/^(?=\d+\. )/m).flatMap((step) => {
    const path = /`((?:packages|e2e)\/[\w./-]+\.\w+)`/.exec(step)?.[1] ?? '';
    const codes = [...step.matchAll(/^ *```\w+\n(.*?)^ *```$/gms)].map(([, code = '']) => code);
    return codes.map((code) => ({ path, pieces: code.split('…').filter((piece) => piece.trim() !== '') }));
  });
}

function findForeign(codebase: Codebase): string[] {
  return snippetsOf(textOf(codebase, RECIPES)).flatMap(({ path, pieces }) => {
    const source = flat(codebase.files.find((file) => file.path === path)?.text ?? '');
    return pieces
      .filter((piece) => !source.includes(flat(piece)))
      .map((piece) => `${path || 'no file'}: ${piece.trim()}`);
  });
}

/** Code words that a list lacks, or has without need. */
function findDifferences(list: string | undefined, names: readonly string[]): string[] {
  if (list === undefined) return [];
  const named = [...list.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
  const differing = [
    ...names.filter((name) => !named.includes(name)),
    ...named.filter((name) => !names.includes(name)),
  ];
  return differing.map((name) => `${CONTRIBUTING}: ${name}`);
}

const ARTICLES = 'packages/server/src/articles/content/';
const HELP_TOPICS = 'packages/console/src/layout/help-topics.ts';

const articlesOf = ({ documents }: Codebase) => documents.filter(({ path }) => path.startsWith(ARTICLES));

/** Labels that an article's `steps` name and that its text or the product doesn't have. */
function findUnknownSteps(codebase: Codebase): string[] {
  const product = [...sourcesOf(codebase, 'console'), ...sourcesOf(codebase, 'server')]
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/\s+/g, ' ');
  return articlesOf(codebase).flatMap(({ path, text }) => {
    const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
    const steps = /^steps: (.+)$/m.exec(head)?.[1]?.split(' | ') ?? [];
    return steps
      .filter((step) => !body.includes(step) || !product.includes(step.split(' → ').at(-1) ?? step))
      .map((step) => `${path}: ${step}`);
  });
}

/** Codes of articles that the console names and that no article has. */
function findMissingArticles(codebase: Codebase): string[] {
  const codes = new Set(articlesOf(codebase).map(({ text }) => /^code: (.+)$/m.exec(text)?.[1]));
  return sourcesOf(codebase, 'console').flatMap(({ path, text }) => {
    const named = path === HELP_TOPICS ? /\barticle: '([^']*)'/g : /\bpaths\.article\('([^']*)'\)/g;
    return [...text.matchAll(named)]
      .filter(([, code]) => !codes.has(code))
      .map(([, code]) => `${path}: ${code}`);
  });
}

/** Topics that no page, card or dialog shows. */
function findHiddenTopics(codebase: Codebase): string[] {
  const topics = codebase.files.find(({ path }) => path === HELP_TOPICS)?.text ?? '';
  const shown = sourcesOf(codebase, 'console')
    .filter(({ path }) => path !== HELP_TOPICS)
    .map(({ text }) => text)
    .filter((text) => text.includes('<Help '))
    .join('\n');
  return [...topics.matchAll(/^  (\w+): \{$/gm)]
    .map(([, topic = '']) => topic)
    .filter((topic) => !new RegExp(`topic="${topic}"|'${topic}'`).test(shown))
    .map((topic) => `${HELP_TOPICS}: ${topic} is shown nowhere`);
}

/** The end of a link to a heading: its words in lower case, joined by hyphens. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string) => [
  ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
  ...[...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id]) => id),
];

/** Links of a document to a file, folder or heading that doesn't exist. */
function findDeadLinks({ documents, paths }: Codebase): string[] {
  const isThere = (target: string) => paths.some((path) => path === target || path.startsWith(`${target}/`));
  return documents
    .filter(({ path }) => !path.startsWith('packages/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)]
        .filter(([, file = '', anchor = '']) => {
          const target = file === '' ? path : posix.join(posix.dirname(path), file);
          if (!isThere(target)) return true;
          const document = documents.find((each) => each.path === target);
          return document && anchor !== '' && !anchorsOf(document.text).includes(anchor);
        })
        .map(([link]) => `${path}: ${link}`),
    );
}

export const documentRules: Rule[] = [
  {
    title: 'links of documents lead to files and headings that exist',
    find: findDeadLinks,
  },
  {
    title: 'documents name only files that exist',
    find: ({ documents, paths }) =>
      documents.flatMap(({ path, text }) =>
        [...text.matchAll(/`((?:packages|e2e|bench|tools|\w+\/src)\/[\w./-]+\.(?:tsx?|mjs|sql|md))`/g)]
          .map(([, named = '']) => named)
          .filter((named) => !paths.includes(named) && !paths.includes(`packages/${named}`))
          .map((named) => `${path}: ${named}`),
      ),
  },
  {
    title: 'examples of the recipes match the files that their steps name',
    find: findForeign,
  },
  {
    title: 'CONTRIBUTING.md lists the areas as they are',
    find: (codebase) => {
      const text = textOf(codebase, CONTRIBUTING);
      return [
        ...findDifferences(/know them all: (.*?)\.\s/s.exec(text)?.[1], AREAS),
        ...findDifferences(/→ areas \(([^)]*)\)/.exec(text)?.[1], RUNTIME_AREAS),
      ];
    },
  },
  {
    title: 'help leads to articles that exist, and each topic of it is shown',
    find: (codebase) => [...findMissingArticles(codebase), ...findHiddenTopics(codebase)],
  },
  {
    title: 'steps of an article are in its text and are labels of the product',
    find: findUnknownSteps,
  },
];
