import { withRole } from './layers.ts';
import { findFiles, type Rule, sourcesOf } from './rule.ts';

/** Repository functions take their subject first. */
const isOfDatabase = (first: string | undefined) => first === 'db' || first === 'transaction';

/** The one shape of every area, of the server and of the runtime. */
export const areaRules: Rule[] = [
  {
    title: 'a service is one class',
    find: (codebase) => findFiles(withRole(codebase, 'service'), ({ classes }) => classes.length !== 1),
  },
  {
    title: "a service's state is #private, and it is built from one object of named parts",
    find: (codebase) =>
      withRole(codebase, 'service').flatMap(({ path, classes }) =>
        classes.flatMap(({ openState, constructorParameters, isBuiltByItself }) => [
          ...openState.map((name) => `${path}: ${name}`),
          // Results of a static method's reads are passed next to the parts.
          ...(constructorParameters > (isBuiltByItself ? 2 : 1) ? [`${path}: constructor`] : []),
        ]),
      ),
  },
  {
    title: 'a repository is functions that take a connection or a transaction first',
    find: (codebase) =>
      withRole(codebase, 'repository').flatMap(({ path, classes, functions }) => [
        ...classes.map(({ name }) => `${path}: class ${name}`),
        ...functions
          // `to…` maps a row or builds part of a statement, `is…` part of a condition; neither queries the database.
          .filter(({ name, isExported }) => isExported && !/^(to|is)[A-Z]/.test(name))
          .filter(({ first }) => !isOfDatabase(first))
          .map(({ name }) => `${path}: ${name}`),
      ]),
  },
  {
    title: 'a job is defined in a file with that role',
    find: (codebase) =>
      findFiles(
        sourcesOf(codebase, 'server'),
        ({ path, text }) => /\bdefineJob\(\{/.test(text) && !path.endsWith('.job.ts'),
      ),
  },
];
