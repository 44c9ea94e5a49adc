import { basename, dirname } from 'node:path';
import { findFiles, type Rule, sourcesOf } from './rule.ts';

export const nameRules: Rule[] = [
  {
    title: 'no folder is without a name of its own',
    find: ({ paths }) =>
      paths.filter((path) => /(^|\/)(utils?|helpers?|common|misc|shared|types)\//.test(path)),
  },
  {
    title: 'files of components are PascalCase, all others kebab-case',
    find: ({ files }) =>
      findFiles(
        files,
        ({ path }) =>
          !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|mjs|d\.mts)$/.test(basename(path)) &&
          !/^([A-Z][A-Za-z0-9]*|[a-z0-9]+(-[a-z0-9]+)*)((\.browser)?\.test)?\.tsx$/.test(basename(path)),
      ),
  },
  {
    title: 'a file of a component is named as the component that it exports',
    find: (codebase) =>
      findFiles(sourcesOf(codebase, 'console'), ({ path, text }) => {
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
    title: 'folders and URLs are kebab-case',
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
];
