export { peopleQuery } from './account.queries.ts';
