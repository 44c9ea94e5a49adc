import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { MergeController } from './merge-controller.ts';
import type { MergeSnapshot } from './merge-snapshot.ts';
import { NoRegions } from './NoRegions.tsx';
import type { PaneRegion } from './pane-region.ts';
import { RegionEntry } from './RegionEntry.tsx';
import { noFilters } from './region-filter.ts';
import { useShownRegion } from './use-shown-region.ts';

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
    // The button goes, and the focus would with it.
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
