import { OWN_VERBS, REPOSITORY_VERBS, SERVICE_VERBS, SYNONYMS } from './area-verbs.ts';
import { areaOf, roomOf, sourcesOfPrograms, withRole } from './rooms.ts';
import { findFiles, type Rule, sourcesOf } from './rule.ts';

const PLURAL = /(?<![su])s$/;
/** Words without a singular, and services of configuration that are about several at once. */
const UNCOUNTED = /^(people|bases|operations|configured-services|cut-off-imports)$/;

const verbOf = (name: string) => /^[a-z]+/.exec(name)?.[0] ?? '';

/** What a function of a repository works on comes first. */
const isOfDatabase = (first: string | undefined) => first === 'db' || first === 'transaction';

function problemOfVerb(room: string, method: string): string | undefined {
  const verb = verbOf(method);
  if (SERVICE_VERBS.includes(verb) || OWN_VERBS[room]?.split(' ').includes(verb)) return undefined;
  const word = SYNONYMS[verb];
  return word === undefined ? `${method} begins with no verb of ${room}` : `${method}: say ${word}`;
}

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
    says: "a method of a service begins with a verb that all know, or one of its area's own",
    find: (house) =>
      withRole(house, 'service').flatMap(({ path, classes }) =>
        classes
          .flatMap(({ methods }) =>
            methods.map((method) => problemOfVerb(roomOf(path).split('/')[1] ?? '', method)),
          )
          .filter((problem) => problem !== undefined)
          .map((problem) => `${path}: ${problem}`),
      ),
  },
  {
    says: 'a repository is functions that begin with their verb, and take a connection or a transaction first',
    find: (house) =>
      withRole(house, 'repository').flatMap(({ path, classes, functions }) => [
        ...classes.map(({ name }) => `${path}: class ${name}`),
        ...functions
          // `to…` turns a row into what is asked for, `is…` is a part of a condition; neither asks the database.
          .filter(({ name, isExported }) => isExported && !/^(to|is)[A-Z]/.test(name))
          .filter(({ name, first }) => !REPOSITORY_VERBS.includes(verbOf(name)) || !isOfDatabase(first))
          .map(({ name }) => `${path}: ${name}`),
      ]),
  },
  {
    says: 'a file with a role is named by its area, or by one thing in the singular',
    find: (house) =>
      findFiles(sourcesOfPrograms(house), ({ path }) => {
        const [, name = ''] = /([^/]+)\.(?:routes|service|repository|job|seed)\.ts$/.exec(path) ?? [];
        const area = areaOf(path);
        return area !== undefined && name !== area && PLURAL.test(name) && !UNCOUNTED.test(name);
      }),
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
