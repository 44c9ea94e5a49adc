import { regionsOfHunks } from './regions-of-hunks.ts';
import { diffFromBase } from './sequence-diff.ts';
import { splitTokens } from './tokens.ts';

/** Beyond this length, comparing conflicts word by word makes no sense. */
const MAX_LENGTH = 20_000;

/**
 * A suggestion that holds the changes of both sides of a conflict, word by word; undefined when they meet in
 * the same words, or when the result would only be one of the sides. To be offered, never applied by itself.
 */
export function suggestCombination(base: string, local: string, remote: string): string | undefined {
  if (base.length + local.length + remote.length > MAX_LENGTH) return undefined;
  const baseTokens = splitTokens(base);
  const localTokens = splitTokens(local);
  const remoteTokens = splitTokens(remote);
  const hunks = diffFromBase(baseTokens, localTokens, remoteTokens);
  const regions = regionsOfHunks(
    hunks.local,
    hunks.remote,
    (inLocal, inRemote) =>
      localTokens.slice(inLocal.from, inLocal.to).join('') ===
      remoteTokens.slice(inRemote.from, inRemote.to).join(''),
  );
  const out: string[] = [];
  let posBase = 0;
  for (const region of regions) {
    if (region.kind === 'conflict') return undefined;
    out.push(...baseTokens.slice(posBase, region.base.from));
    out.push(
      ...(region.kind === 'remote'
        ? remoteTokens.slice(region.remote.from, region.remote.to)
        : localTokens.slice(region.local.from, region.local.to)),
    );
    posBase = region.base.to;
  }
  out.push(...baseTokens.slice(posBase));
  const combined = out.join('');
  return combined === local || combined === remote ? undefined : combined;
}
