import { type ImportResult, readLocalBodies } from '@atrium/contract/configuration/import';

/** Both sides of a service. Their bodies are long, so that they are apart, in pieces of JSON text. */
export interface BothBodies {
  /** All of it, with empty bodies. */
  head: ImportResult;
  local: readonly string[];
  git: readonly string[];
}

/** Quotes inside of texts are escaped, so that these can only be the bodies themselves. */
const NO_BODIES = { local: '"localBody":""', git: '"gitBody":""' } as const;

/** The answer as JSON, piece by piece. Heads are checked here, bodies where they were made. */
export function writeLocalBodies(results: readonly BothBodies[]): Generator<string> {
  const answer = readLocalBodies.response.encode({ results: results.map(({ head }) => head) });
  return writeBodies(JSON.stringify(answer), results);
}

/** JSON that has the heads of results in it, with the bodies where they belong. */
export function* writeBodies(text: string, results: readonly BothBodies[]): Generator<string> {
  let rest = text;
  for (const result of results) {
    for (const side of ['local', 'git'] as const) {
      const end = rest.indexOf(NO_BODIES[side]) + NO_BODIES[side].length - 1;
      yield rest.slice(0, end);
      for (const piece of result[side]) yield JSON.stringify(piece).slice(1, -1);
      rest = rest.slice(end);
    }
  }
  yield rest;
}
