import { splitLines, textOfLines } from './lines.ts';
import type { LineRange, MergeModel, Region } from './region.ts';
import { isCarriageReturnNeeded } from './restore-line-endings.ts';

/** The words after git's markers. */
export interface MarkerLabels {
  readonly local: string;
  readonly base: string;
  readonly remote: string;
}

export const DEFAULT_LABELS: MarkerLabels = { local: 'local', base: 'base', remote: 'remote' };

/** Writes a conflict between git's markers. */
export function pushConflict(out: string[], model: MergeModel, region: Region, labels: MarkerLabels): void {
  const newline = isCarriageReturnNeeded(model, region) ? '\r\n' : '\n';
  const textOf = (lines: readonly string[], { from, to }: LineRange) => textOfLines(lines, from, to);
  const sides = {
    base: model.hasBase ? textOf(model.baseLines, region.base) : null,
    local: textOf(model.localLines, region.local),
    remote: textOf(model.remoteLines, region.remote),
  };
  for (const line of splitLines(textOfConflict(sides, labels, newline)).lines) out.push(line);
}

/** A conflict between git's markers, without the part for the base where there is none (`null`). */
export function textOfConflict(
  sides: { base: string | null; local: string; remote: string },
  labels: MarkerLabels = DEFAULT_LABELS,
  newline = '\n',
): string {
  // A marker must start a line: a side that ends without a newline gets one, as in git.
  const section = (marker: string, text: string) =>
    `${marker}${newline}${text}${text === '' || text.endsWith('\n') ? '' : newline}`;
  const base = sides.base === null ? '' : section(`||||||| ${labels.base}`, sides.base);
  const remote = section('=======', sides.remote);
  return `${section(`<<<<<<< ${labels.local}`, sides.local)}${base}${remote}>>>>>>> ${labels.remote}${newline}`;
}
