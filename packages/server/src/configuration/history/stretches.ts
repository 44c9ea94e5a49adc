import type { FileHistory } from '@atrium/contract/configuration/file-history';

/** The versions of lines, each stretch of the same one once. */
export function toStretches(versions: readonly number[]): FileHistory['stretches'] {
  const stretches: FileHistory['stretches'] = [];
  for (const version of versions) {
    const last = stretches.at(-1);
    if (last?.version === version) last.lines += 1;
    else stretches.push({ lines: 1, version });
  }
  return stretches;
}
