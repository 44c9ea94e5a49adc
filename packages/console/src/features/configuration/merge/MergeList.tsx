import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { MergeController } from './merge-controller.ts';
import type { MergeSnapshot } from './merge-snapshot.ts';
import type { PaneRegion } from './pane-region.ts';
import { RegionEntry } from './RegionEntry.tsx';

interface MergeListProps {
  controller: MergeController;
  snapshot: MergeSnapshot;
  /** Long lines wrap. */
  isWrapped: boolean;
  onShow: (region: PaneRegion) => void;
}

/** The regions as an ordered list with radio buttons: for screen readers, and for phones. */
export function MergeList({ controller, snapshot, isWrapped, onShow }: MergeListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const regions = snapshot.regions.filter((region) => controller.panes.isShown(region));
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: regions.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 180,
    getItemKey: (index) => regions[index]?.id ?? index,
    overscan: 4,
  });
  if (regions.length === 0)
    return (
      <EmptyState
        text="The two sides do not differ."
        hint="There is nothing to merge in this file."
        action={null}
      />
    );
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
