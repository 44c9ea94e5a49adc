import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { RadioGroup, type RadioOption } from '../../../ui/RadioGroup.tsx';
import type { MergeController } from './merge-controller.ts';
import type { MergeSnapshot } from './merge-snapshot.ts';
import { type PaneRegion, type RegionChoice, textOfRange } from './pane-region.ts';
import { kindWord, sideWords, stateWords } from './region-words.ts';

interface MergeListProps {
  controller: MergeController;
  snapshot: MergeSnapshot;
  onShow: (region: PaneRegion) => void;
}

/** The regions as an ordered list with radio buttons: for screen readers, and for phones. */
export function MergeList({ controller, snapshot, onShow }: MergeListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const regions = snapshot.regions.filter((region) => controller.isShown(region));
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: regions.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 180,
    getItemKey: (index) => regions[index]?.id ?? index,
    overscan: 4,
  });
  if (regions.length === 0) return <EmptyState text="The two sides do not differ." />;
  return (
    <section
      ref={frame}
      aria-label="Changes"
      // Focusable, so that the frame can be scrolled by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto"
    >
      <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const region = regions[index];
          if (!region) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={regions.length}
              className="absolute top-0 left-0 w-full border-b border-line px-4 py-3"
              style={{ transform: `translateY(${start}px)` }}
            >
              <RegionEntry controller={controller} region={region} onShow={() => onShow(region)} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const MAX_SHOWN_LINES = 8;

function RegionEntry({
  controller,
  region,
  onShow,
}: {
  controller: MergeController;
  region: PaneRegion;
  onShow: () => void;
}) {
  const { hasBase } = controller.start;
  const title = `${kindWord(region)} ${controller.numberOfRegion(region.id)}`;
  const { icon, text } = stateWords(region);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm">
          <span aria-hidden>{icon}</span> {text}
        </p>
        <p className="text-sm text-ink-soft">
          Line {region.local.from + 1}: local {sideWords(region, 'local', hasBase)}, remote{' '}
          {sideWords(region, 'remote', hasBase)}
        </p>
        <Button size="small" look="quiet" onClick={onShow} aria-label={`Show ${title} in the panes`}>
          Show
        </Button>
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['local', 'remote'] as const).map((side) => (
          <pre
            key={side}
            aria-label={side === 'local' ? 'Local' : 'Remote'}
            className="max-h-44 overflow-auto rounded-control border border-line bg-sunken p-2 font-mono text-xs"
          >
            {excerpt(textOfRange(controller.sides[side], region[side]))}
          </pre>
        ))}
      </div>
      {!controller.isReadOnly && (
        <RadioGroup
          legend={`Choice for ${title}`}
          isLegendHidden
          isInline
          options={optionsOf(controller, region)}
          value={choiceOf(region)}
          onChange={(choice) => controller.choose(region.id, choice)}
        />
      )}
    </div>
  );
}

function excerpt(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= MAX_SHOWN_LINES + 1) return text || '(nothing)';
  return `${lines.slice(0, MAX_SHOWN_LINES).join('\n')}\n… ${lines.length - MAX_SHOWN_LINES} more lines`;
}

function optionsOf(controller: MergeController, region: PaneRegion): RadioOption<RegionChoice>[] {
  const options: RadioOption<RegionChoice>[] = [
    { value: 'local', label: 'Local' },
    { value: 'remote', label: 'Remote' },
    { value: 'local-remote', label: 'Both, local first' },
    { value: 'remote-local', label: 'Both, remote first' },
  ];
  if (region.kind === 'conflict' && controller.combinationOf(region) !== undefined) {
    options.push({ value: 'combined', label: 'Combined (suggestion)' });
  }
  if (controller.start.hasBase) options.push({ value: 'base', label: 'Base' });
  return options;
}

function choiceOf(region: PaneRegion): RegionChoice | null {
  switch (region.state) {
    case 'local':
    case 'remote':
    case 'base':
    case 'combined':
      return region.state;
    case 'automatic':
      return region.kind === 'remote' ? 'remote' : 'local';
    case 'same':
      return 'local';
    case 'both':
      return region.order ?? 'local-remote';
    default:
      return null;
  }
}
