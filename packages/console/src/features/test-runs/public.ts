export { RunStrip } from './RunStrip.tsx';
export { countUnskipped } from './run-counts.ts';
export { foundRunsQuery } from './test-runs.queries.ts';
