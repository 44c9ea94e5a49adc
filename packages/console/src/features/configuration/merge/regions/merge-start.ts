import { composeMerge, regionText } from '@atrium/diff/compose';
import { type PlainText, toPlainText } from '@atrium/diff/line-endings';
import type { MergeModel } from '@atrium/diff/merge';
import { initialState } from '@atrium/diff/region';
import type { MergeSides, PaneRegion } from '../../panes/pane-region.ts';
import type { RegionSet } from './region-spans.ts';

/** Sides in the form the editor shows (`\n` only, no byte order mark), and the regions between them. */
export interface MergeStart {
  readonly hasBase: boolean;
  readonly base: string;
  readonly local: string;
  readonly remote: string;
  readonly regions: readonly PaneRegion[];
  readonly merged: string;
  readonly positions: Int32Array;
  /** Characters removed from the texts, one sentence each. */
  readonly facts: readonly string[];
}

/** The merge before anyone touched it: non-conflicting changes applied, conflicts showing the base. */
export function startMerge(sides: PlainSides, model: MergeModel): MergeStart {
  const texts = model.regions.map((region) => {
    if (region.kind === 'remote') return regionText(model, region, 'remote');
    return regionText(model, region, region.kind === 'conflict' ? 'base' : 'local');
  });
  return {
    hasBase: model.hasBase,
    base: sides.base ?? '',
    local: sides.local,
    remote: sides.remote,
    regions: model.regions.map(
      (region, id): PaneRegion => ({ ...region, id, state: initialState(region.kind) }),
    ),
    merged: composeMerge(model, (_, index) => texts[index] as string),
    positions: positionsOf(model, texts),
    facts: sides.facts,
  };
}

function positionsOf(model: MergeModel, texts: readonly string[]): RegionSet['positions'] {
  const positions = new Int32Array(texts.length * 2);
  let offset = 0;
  let line = 0;
  model.regions.forEach((region, index) => {
    for (; line < region.local.from; line++) offset += (model.localLines[line] as string).length;
    positions[index * 2] = offset;
    offset += (texts[index] as string).length;
    positions[index * 2 + 1] = offset;
    line = region.local.to;
  });
  return positions;
}

/** The sides ready to be merged: `\n` only, no byte order mark. */
interface PlainSides extends MergeSides {
  readonly facts: readonly string[];
}

/** Returns the sides as the editor shows them. */
export function toPlainSides(sides: MergeSides): PlainSides {
  const local = toPlainText(sides.local);
  const remote = toPlainText(sides.remote);
  return {
    base: sides.base === null ? null : toPlainText(sides.base).text,
    local: local.text,
    remote: remote.text,
    facts: factsOf(local, remote, sides),
  };
}

const endingNames = { lf: 'LF', crlf: 'CRLF' };

function factsOf(local: PlainText, remote: PlainText, sides: MergeSides): string[] {
  const facts: string[] = [];
  if (local.text === remote.text && sides.local !== sides.remote) {
    facts.push('The files differ only in line endings or a byte order mark. The local ones are kept.');
    return facts;
  }
  // Without a line break local has no endings that the result could use.
  const areOther = local.ending !== remote.ending || local.isMixed !== remote.isMixed;
  if (areOther && local.text.includes('\n')) {
    const name = ({ ending, isMixed }: PlainText) => (isMixed ? 'mixed' : endingNames[ending]);
    facts.push(
      `Line endings: local ${name(local)}, remote ${name(remote)}. The result uses the local line endings.`,
    );
  }
  if (local.hasBom !== remote.hasBom) {
    const [has, lacks] = local.hasBom ? ['Local', 'remote'] : ['Remote', 'local'];
    facts.push(`${has} begins with a byte order mark, ${lacks} does not. The result follows local.`);
  }
  return facts;
}
