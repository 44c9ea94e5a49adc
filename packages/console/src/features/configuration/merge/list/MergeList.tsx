import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import type { PaneRegion } from '../../panes/pane-region.ts';
import type { MergeController } from '../editor/merge-controller.ts';
import type { MergeSnapshot } from '../editor/merge-snapshot.ts';
import { noFilters } from '../regions/region-filter.ts';
import { RegionEntry } from './RegionEntry.tsx';

interface MergeListProps {
  controller: MergeController;
  snapshot: MergeSnapshot;
  /** Long lines wrap. */
  isWrapped: boolean;
  /** Another object after each move to a region. */
  moved: object | null;
  onShow: (region: PaneRegion) => void;
}

/** The regions as an ordered list with radio buttons: for screen readers, and for phones. */
export function MergeList({ controller, snapshot, isWrapped, moved, onShow }: MergeListProps) {
  const frame = useRef<HTMLElement>(null);
  const regions = snapshot.regions.filter((region) => controller.panes.isShown(region));
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: regions.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 180,
    getItemKey: (index) => regions[index]?.id ?? index,
    overscan: 4,
  });
  const current = regions.findIndex((region) => region.id === snapshot.currentId);
  useShownRegion({ frame, virtualizer, index: current, moved });
  const handleShowAll = () => {
    controller.panes.setFilters(noFilters);
    // The button unmounts, so move the focus.
    frame.current?.focus();
  };
  return (
    <section
      ref={frame}
      aria-label="Changes"
      // Focusable, so that the frame can be scrolled by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto"
    >
      {regions.length === 0 && <NoRegions hidden={snapshot.regions.length} onShowAll={handleShowAll} />}
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
              aria-current={index === current || undefined}
              // The keys that choose are for the entry that one is in.
              onFocusCapture={() => controller.setCurrent(region.id)}
              className={`absolute top-0 left-0 w-full border-b border-b-line border-l-4 px-4 py-3 ${index === current ? 'border-l-accent' : 'border-l-transparent'}`}
              style={{ transform: `translateY(${start}px)` }}
            >
              <RegionEntry
                controller={controller}
                region={region}
                isWrapped={isWrapped}
                onShow={() => onShow(region)}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface NoRegionsProps {
  /** Regions that a filter hides. */
  hidden: number;
  onShowAll: () => void;
}

/** In place of the list where it has no changes to show. */
function NoRegions({ hidden, onShowAll }: NoRegionsProps) {
  if (hidden === 0) {
    return (
      <EmptyState
        title="The two sides do not differ."
        hint="There is nothing to merge in this file."
        action={null}
      />
    );
  }
  return (
    <EmptyState
      title="All changes are hidden."
      hint={`The filters hide ${hidden === 1 ? 'the only change' : `${hidden} changes`}. Undecided changes in them still count.`}
      action={<Button onClick={onShowAll}>Show all changes</Button>}
    />
  );
}

interface ShownRegionOptions {
  frame: RefObject<HTMLElement | null>;
  virtualizer: Virtualizer<HTMLElement, Element>;
  /** Index of the current region; -1 if none. */
  index: number;
  /** Another object after each move. */
  moved: object | null;
}

/** Brings the current region of the list into view, and after a move its heading gets the focus. */
function useShownRegion({ frame, virtualizer, index, moved }: ShownRegionOptions): void {
  const seen = useRef(moved);
  const isFocusWanted = useRef(false);

  const show = useEffectEvent(() => {
    if (index < 0) return;
    virtualizer.scrollToIndex(index, { align: 'start' });
    // The buttons that move are often pressed several times.
    const isOnButton = document.activeElement?.closest('[role="toolbar"]') != null;
    isFocusWanted.current = moved !== seen.current && !isOnButton;
    seen.current = moved;
  });
  useEffect(() => show(), [moved]);

  useEffect(() => {
    // The entry may not be there before the list has scrolled.
    const heading = frame.current?.querySelector<HTMLElement>('[aria-current] h3');
    if (!isFocusWanted.current || !heading) return;
    isFocusWanted.current = false;
    heading.focus({ preventScroll: true });
  });
}
