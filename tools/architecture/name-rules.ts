import { basename, dirname } from 'node:path';
import { isAvoided } from './avoided-words.ts';
import { findFiles, type Rule, sourcesOf } from './rule.ts';

const wordsOf = (name: string) =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .toLowerCase()
    .split(/[-_.]/)
    .filter((word) => word !== '');

/** Words that say nothing, wherever they stand in a name. */
const EMPTY = /^(managers?|helpers?|utils?|common|misc|impl|infos?)$/;

/** Names that say something in spite of their word: where, and why. */
const EXCEPTIONS: { name: RegExp; path?: RegExp; reason: string }[] = [
  {
    name: /^(commonEnds|longestCommon)$/,
    reason: 'the algorithm is the one of the longest common subsequence',
  },
  { name: /^new(Name|FolderPath)$/, reason: "the wire's names for where a file was moved to" },
  { name: /^workerData$/, reason: "Node's name for what a thread is given" },
  { name: /^(authenticatorData|newCounter)$/, reason: 'names of the WebAuthn standard and its library' },
  { name: /^data$/, path: /event|health-watch|streams\.ts$/, reason: 'the field of a server-sent event' },
  { name: /^data$/, path: /git\/push\.ts$/, reason: "the command of git's fast-import" },
  {
    name: /^(info|(back|front)end_?info)$/i,
    path: /server\/src\/services\//,
    reason: "the wire's name of builds",
  },
];

function isEmptyName(path: string, name: string, isFunction: boolean): boolean {
  if (EXCEPTIONS.some((each) => each.name.test(name) && each.path?.test(path) !== false)) return false;
  const words = wordsOf(name);
  return (
    words.some((word) => EMPTY.test(word)) ||
    // `dataFolder` names a thing, `invoiceData` says nothing.
    words.at(-1) === 'data' ||
    (words[0] === 'new' && words.length > 1) ||
    // A process is one of the operating system's; to process is anything.
    (isFunction && words[0] === 'process' && words.length > 1) ||
    /^handle\w*\d$/.test(name)
  );
}

/** Where there are items: the specification's, source and metadata of one thing together, and Lighthouse's. */
const CONFIGURATION =
  /configuration|service-api|services\/(items|rules|collections)\/|^bench\/pages\.bench\.ts$/;

export const nameRules: Rule[] = [
  {
    says: 'no folder is without a name of its own',
    find: ({ paths }) =>
      paths.filter((path) => /(^|\/)(utils?|helpers?|common|misc|shared|types)\//.test(path)),
  },
  {
    says: 'no name of a file says nothing',
    find: ({ files }) =>
      findFiles(files, ({ path }) => {
        const [name = ''] = basename(path).split('.');
        return isEmptyName(path, name, true);
      }),
  },
  {
    says: 'no name in a file says nothing',
    find: ({ files }) =>
      files.flatMap(({ path, declarations }) =>
        declarations
          .filter(({ name, isFunction }) => isEmptyName(path, name, isFunction))
          .map(({ name }) => `${path}: ${name}`),
      ),
  },
  {
    says: 'an item is a configuration item',
    find: ({ files }) =>
      files
        .filter(({ path }) => !CONFIGURATION.test(path))
        .flatMap(({ path, declarations }) =>
          declarations
            .filter(({ name }) => wordsOf(name).some((word) => /^items?$/.test(word)))
            .map(({ name }) => `${path}: ${name}`),
        ),
  },
  {
    says: 'a thing has the word of the glossary in names',
    find: ({ files }) =>
      files.flatMap(({ path, declarations }) =>
        [
          ...declarations.map(({ name }) => name).filter((name) => isAvoided(path, name)),
          ...basename(path)
            .split('.')
            .slice(0, 1)
            .filter((name) => isAvoided(path, name)),
        ].map((name) => `${path}: ${name}`),
      ),
  },
  {
    says: 'files of components are PascalCase, all others kebab-case',
    find: ({ files }) =>
      findFiles(
        files,
        ({ path }) =>
          !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|mjs|d\.mts)$/.test(basename(path)) &&
          !/^([A-Z][A-Za-z0-9]*|[a-z0-9]+(-[a-z0-9]+)*)((\.browser)?\.test)?\.tsx$/.test(basename(path)),
      ),
  },
  {
    says: 'a file of a component is named as the component that it exports',
    find: (house) =>
      findFiles(sourcesOf(house, 'console'), ({ path, text }) => {
        if (!path.endsWith('.tsx')) return false;
        const name = basename(path, '.tsx');
        const exported = [...text.matchAll(/^export (?:default )?(?:function|class|const) (\w+)/gm)].map(
          ([, each = '']) => each,
        );
        return /^[A-Z]/.test(name)
          ? !exported.includes(name)
          : exported.some((each) => /^[A-Z]\w*[a-z]/.test(each));
      }),
  },
  {
    says: 'folders and URLs are kebab-case',
    find: ({ paths, files }) => [
      ...paths.filter((path) =>
        dirname(path)
          .split('/')
          .some((folder) => !/^(\.|__snapshots__|[a-z0-9]+(-[a-z0-9]+)*)$/.test(folder)),
      ),
      ...files
        .filter(({ path }) => /^packages\/(contract\/src|console\/src\/routes)\//.test(path))
        .flatMap(({ path, text }) =>
          [...text.matchAll(/^ +path: '(\/[^']*)'/gm)]
            .map(([, url = '']) => url)
            .filter((url) => /[A-Z_]/.test(url.replaceAll(/\{\w+\}|\$\w+/g, '')))
            .map((url) => `${path}: ${url}`),
        ),
    ],
  },
  {
    says: 'work left to do is an issue, not a remark',
    find: (house) => findFiles(sourcesOf(house), ({ text }) => /\b(TODO|FIXME|XXX)\b/.test(text)),
  },
];
