import { type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { keepFocus } from './fold-focus.ts';
import type { MergeController } from './merge-controller.ts';
import type { MergePreferences } from './merge-preferences.ts';
import { OverviewRuler } from './OverviewRuler.tsx';
import { PaneSplitter } from './PaneSplitter.tsx';
import { type Pane, paneHeadingId, panesOf, type RegionChoice } from './pane-region.ts';
import { connectScrolling } from './pane-scroll.ts';

export interface PaneLabel {
  /** 'Local', 'Merged' … */
  readonly name: string;
  /** Service, version or commit, author, time. */
  readonly detail: string;
}

interface MergePanesProps {
  controller: MergeController;
  labels: { readonly [pane in Pane]: PaneLabel };
  preferences: MergePreferences;
  onPreferences: (part: Partial<MergePreferences>) => void;
  /** On narrow screens one pane is shown at a time. */
  tab: Pane | null;
  onPeek: (id: number) => void;
}

/** The panes side by side in one scrolling frame, or each in its own. */
export function MergePanes({ controller, labels, preferences, onPreferences, tab, onPeek }: MergePanesProps) {
  const { layout, isSynchronous, isBaseShown, shares } = preferences;
  const panes = panesOf(isBaseShown && controller.start.hasBase);
  const isTabbed = tab !== null;
  const isShared = layout === 'landscape' && isSynchronous && !isTabbed;
  const frame = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const hosts = useRef(new Map<Pane, HTMLDivElement>());
  const shownPanes = panes.join();

  useLayoutEffect(() => {
    const shown = shownPanes.split(',') as Pane[];
    controller.mount(
      shown.map((pane) => ({ pane, element: hosts.current.get(pane) as HTMLElement })),
      isShared ? shown : [],
    );
    return () => controller.unmount();
  }, [controller, shownPanes, isShared]);

  useEffect(
    () =>
      connectScrolling({
        controller,
        frames: new Map(hosts.current),
        bar: bar.current as HTMLElement,
        isSynchronous,
        isShared,
      }),
    [controller, shownPanes, isShared, isSynchronous],
  );

  useEffect(() => {
    for (const view of controller.views.values()) view.requestMeasure();
  }, [controller, tab, shares]);

  const handleClick = (event: MouseEvent) => {
    const button = (event.target as HTMLElement).closest<HTMLElement>('button');
    if (!button) return;
    const { choice, unfold, line, side } = button.dataset;
    const region = button.closest<HTMLElement>('[data-region]')?.dataset.region;
    const fold = button.closest<HTMLElement>('[data-fold]')?.dataset.fold;
    if (choice === 'peek') onPeek(Number(region));
    else if (choice) controller.choose(Number(region), choice as RegionChoice);
    else if (unfold) {
      keepFocus(button, () => controller.unfold(Number(fold), unfold as 'up' | 'down' | 'all'));
    } else if (line && side) controller.toggleLine(side as 'local' | 'remote', Number(line));
    else return;
    event.preventDefault();
  };

  const isColumns = layout === 'landscape' && !isTabbed;
  const tracks = panes.map((pane) => `minmax(0, ${shares[pane] ?? 1}fr)`).join(' ');
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div
          ref={frame}
          className={`min-h-0 flex-1 ${isShared ? 'overflow-x-hidden overflow-y-auto' : 'overflow-hidden'}`}
          onClickCapture={handleClick}
          // Keeps the focus, and with it the caret, where it was when a button in the text is pressed.
          onMouseDown={(event: MouseEvent) => {
            if ((event.target as HTMLElement).closest('.cm-region-head, .cm-fold-row, .cm-take-line'))
              event.preventDefault();
          }}
          onPointerDown={(event: PointerEvent) => event.stopPropagation()}
        >
          <div
            className={`grid ${isShared ? 'min-h-full' : 'h-full'}`}
            style={
              isColumns
                ? { gridTemplateColumns: tracks }
                : {
                    gridTemplateRows: isTabbed ? 'minmax(0, 1fr)' : tracks,
                    gridTemplateColumns: 'minmax(0, 1fr)',
                  }
            }
          >
            {panes.map((pane, index) => (
              <section
                key={pane}
                aria-label={labels[pane].name}
                hidden={isTabbed && pane !== tab}
                className={`relative flex min-h-0 min-w-0 flex-col border-line ${isColumns ? 'not-last:border-r' : 'not-last:border-b'}`}
                style={{ overflow: 'clip' }}
              >
                <header
                  id={paneHeadingId(pane)}
                  className="sticky top-0 z-20 flex min-h-9 items-baseline gap-2 border-b border-line bg-raised px-3 py-1.5 text-sm"
                >
                  <h3 className="font-semibold">{labels[pane].name}</h3>
                  <p className="min-w-0 truncate text-xs text-ink-soft" title={labels[pane].detail}>
                    {labels[pane].detail}
                  </p>
                </header>
                <div
                  ref={(element) => {
                    if (element) hosts.current.set(pane, element);
                    else hosts.current.delete(pane);
                  }}
                  className={isShared ? '' : 'min-h-0 flex-1 overflow-x-hidden overflow-y-auto'}
                />
                {index < panes.length - 1 && !isTabbed && (
                  <PaneSplitter
                    label={`${isColumns ? 'Width' : 'Height'} of ${labels[pane].name}`}
                    isColumn={isColumns}
                    share={shares[pane] ?? 1}
                    onChange={(share) => onPreferences({ shares: { ...shares, [pane]: share } })}
                  />
                )}
              </section>
            ))}
          </div>
        </div>
        <div ref={bar} className="shrink-0 overflow-x-auto overflow-y-hidden border-t border-line">
          <div className="h-px" />
        </div>
      </div>
      <OverviewRuler controller={controller} />
    </div>
  );
}
