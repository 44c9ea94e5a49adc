export { gettingStartedQuery } from './article.queries.ts';
export { GettingStarted } from './GettingStarted.tsx';
