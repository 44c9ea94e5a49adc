import type { RegionState } from '@atrium/diff/region';
import { isConflict, type PaneRegion } from '../../panes/pane-region.ts';

/** Colour family of a region; always together with an icon and words. */
export type RegionTone = 'open' | 'local' | 'remote' | 'mixed' | 'same';

const tones: Record<RegionState, RegionTone> = {
  open: 'open',
  local: 'local',
  remote: 'remote',
  both: 'mixed',
  combined: 'mixed',
  base: 'same',
  'by-hand': 'mixed',
  automatic: 'same',
  same: 'same',
};

export function toneOf(region: PaneRegion): RegionTone {
  if (region.state === 'automatic') return region.kind === 'remote' ? 'remote' : 'local';
  return tones[region.state];
}

const words: Record<RegionState, readonly [icon: string, text: string]> = {
  open: ['⚠', 'open'],
  local: ['◀', 'local'],
  remote: ['▶', 'remote'],
  both: ['⇅', 'both sides'],
  combined: ['⋈', 'combined'],
  base: ['○', 'as before'],
  'by-hand': ['✎', 'edited'],
  automatic: ['✓', 'auto-applied'],
  same: ['=', 'same on both sides'],
};

/** The state of a region, as an icon and in words. */
export function stateWords(region: PaneRegion): { icon: string; text: string } {
  const [icon, text] = words[region.state];
  if (region.state === 'automatic') return { icon, text: `${text}: ${region.kind}` };
  if (region.state === 'both') {
    return { icon, text: region.order === 'remote-local' ? 'remote, then local' : 'local, then remote' };
  }
  return { icon, text };
}

export function kindWord(region: PaneRegion): string {
  return isConflict(region) ? (region.kind === 'conflict' ? 'Conflict' : 'Difference') : 'Change';
}

/** Describes the changes of one side in a region: 'changes 3 lines', 'deletes 2 lines', 'adds 1 line', 'unchanged'. */
export function sideWords(region: PaneRegion, side: 'local' | 'remote', hasBase: boolean): string {
  const range = region[side];
  const count = range.to - range.from;
  const lines = (number: number) => `${number} ${number === 1 ? 'line' : 'lines'}`;
  if (!hasBase) return count === 0 ? 'no lines here' : `has ${lines(count)} here`;
  const isUntouched =
    (region.kind === 'local' && side === 'remote') || (region.kind === 'remote' && side === 'local');
  if (isUntouched || region.kind === 'hand') return 'unchanged';
  const before = region.base.to - region.base.from;
  if (count === 0) return `deletes ${lines(before)}`;
  return before === 0 ? `adds ${lines(count)}` : `changes ${lines(count)}`;
}
