import type { RadioOption } from '../../../../ui/RadioGroup.tsx';
import type { PaneRegion } from '../../panes/pane-region.ts';
import type { RegionChoice } from '../regions/region-result.ts';
import type { MergeController } from './merge-controller.ts';

const MAX_SHOWN_LINES = 8;

/** Returns the first lines of a text, with a note if more follow. */
export function excerpt(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= MAX_SHOWN_LINES + 1) return text;
  return `${lines.slice(0, MAX_SHOWN_LINES).join('\n')}\n… ${lines.length - MAX_SHOWN_LINES} more lines`;
}

/** Returns what can be chosen for a region. */
export function optionsOf(controller: MergeController, region: PaneRegion): RadioOption<RegionChoice>[] {
  const options: RadioOption<RegionChoice>[] = [
    { value: 'local', label: 'Local' },
    { value: 'remote', label: 'Remote' },
    { value: 'local-remote', label: 'Both: local, then remote' },
    { value: 'remote-local', label: 'Both: remote, then local' },
  ];
  if (region.kind === 'conflict' && controller.panes.combinationOf(region) !== undefined) {
    options.push({ value: 'combined', label: 'Both in one (suggestion)' });
  }
  if (controller.panes.start.hasBase) options.push({ value: 'base', label: 'Keep the original' });
  return options;
}
