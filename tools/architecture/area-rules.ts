import { areaOf, withRole } from './rooms.ts';
import { findFiles, type Rule, sourcesOf } from './rule.ts';

/** What a function of a repository works on comes first. */
const isOfDatabase = (first: string | undefined) => first === 'db' || first === 'transaction';

/** The one shape of every area, of the server and of the runtime. */
export const areaRules: Rule[] = [
  {
    says: 'a service is one class',
    find: (house) => findFiles(withRole(house, 'service'), ({ classes }) => classes.length !== 1),
  },
  {
    says: "a service's state is #private, and it is built from one object of named parts",
    find: (house) =>
      withRole(house, 'service').flatMap(({ path, classes }) =>
        classes.flatMap(({ openState, constructorParameters, isBuiltByItself }) => [
          ...openState.map((name) => `${path}: ${name}`),
          // What a static method has read comes beside the parts.
          ...(constructorParameters > (isBuiltByItself ? 2 : 1) ? [`${path}: constructor`] : []),
        ]),
      ),
  },
  {
    says: 'a repository is functions that take a connection or a transaction first',
    find: (house) =>
      withRole(house, 'repository').flatMap(({ path, classes, functions }) => [
        ...classes.map(({ name }) => `${path}: class ${name}`),
        ...functions
          // `to…` turns a row into what is asked for, `is…` is a part of a condition; neither asks the database.
          .filter(({ name, isExported }) => isExported && !/^(to|is)[A-Z]/.test(name))
          .filter(({ first }) => !isOfDatabase(first))
          .map(({ name }) => `${path}: ${name}`),
      ]),
  },
  {
    says: 'a job is defined in a file with that role',
    find: (house) =>
      findFiles(
        sourcesOf(house, 'server'),
        ({ path, text }) => /\bdefineJob\(\{/.test(text) && !path.endsWith('.job.ts'),
      ),
  },
  {
    says: 'a job is named by its area and a verb',
    find: (house) =>
      withRole(house, 'job').flatMap(({ path, strings, text }) =>
        [...text.matchAll(/^ {2}name: '([^']*)'/gm)]
          .map(([, name = '']) => name)
          .filter(
            (name) =>
              strings.includes(name) && !new RegExp(`^${areaOf(path)}\\.[a-z]+(-[a-z]+)*$`).test(name),
          )
          .map((name) => `${path}: ${name}`),
      ),
  },
];
