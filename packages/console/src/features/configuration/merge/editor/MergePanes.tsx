import { type PointerEvent, useState } from 'react';
import { FloatingMenu, type MenuAction } from '../../../../ui/Menu.tsx';
import type { PaneLabel } from '../../panes/pane-label.ts';
import { type Pane, panesOf } from '../../panes/pane-region.ts';
import type { MergePreferences } from '../dialog/merge-preferences.ts';
import type { RegionChoice } from '../regions/region-result.ts';
import { MergePane } from './MergePane.tsx';
import type { MergeController } from './merge-controller.ts';
import { OverviewRuler } from './OverviewRuler.tsx';
import { PaneSplitter } from './PaneSplitter.tsx';
import { keepCaret, paneClicks } from './pane-clicks.ts';
import { optionsOf } from './region-options.ts';
import { usePaneHosts } from './use-pane-hosts.ts';

interface MergePanesProps {
  controller: MergeController;
  labels: { readonly [pane in Pane]: PaneLabel };
  preferences: MergePreferences;
  onPreferences: (part: Partial<MergePreferences>) => void;
  /** On narrow screens one pane is shown at a time. */
  tab: Pane | null;
  onPeek: (id: number) => void;
  /** After a choice for one region. */
  onChosen: () => void;
}

/** The panes side by side in one scrolling frame, or each in its own. */
export function MergePanes(props: MergePanesProps) {
  const { controller, labels, preferences, onPreferences, tab, onPeek, onChosen } = props;
  const { layout, isSynchronous, isBaseShown, isWrapped, shares } = preferences;
  const [menu, setMenu] = useState<{ id: number; at: DOMRect } | null>(null);
  const panes = panesOf(isBaseShown && controller.panes.start.hasBase);
  const isTabbed = tab !== null;
  const isShared = layout === 'landscape' && isSynchronous && !isTabbed && !isWrapped;
  const { bar, host } = usePaneHosts({ controller, panes, tab, preferences, isShared });
  const isColumns = layout === 'landscape' && !isTabbed;
  const tracks = panes.map((pane) => `minmax(0, ${shares[pane] ?? 1}fr)`).join(' ');
  const rows = {
    gridTemplateRows: isTabbed ? 'minmax(0, 1fr)' : tracks,
    gridTemplateColumns: 'minmax(0, 1fr)',
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div
          className={`min-h-0 flex-1 ${isShared ? 'overflow-x-hidden overflow-y-auto' : 'overflow-hidden'}`}
          onClickCapture={paneClicks(controller, (id, at) => setMenu({ id, at }), onChosen)}
          onScrollCapture={({ target }) => controller.notePlace(target as Element)}
          onMouseDown={keepCaret}
          onPointerDown={(event: PointerEvent) => event.stopPropagation()}
        >
          <div
            className={`grid ${isShared ? 'min-h-full' : 'h-full'}`}
            // The labels have a row of their own, as tall as the longest one needs.
            style={
              isColumns
                ? {
                    gridTemplateColumns: tracks,
                    gridTemplateRows: isShared ? 'auto 1fr' : 'auto minmax(0, 1fr)',
                  }
                : rows
            }
          >
            {panes.map((pane, index) => (
              <MergePane
                key={pane}
                pane={pane}
                label={labels[pane]}
                isHidden={isTabbed && pane !== tab}
                isEditable={pane === 'merged' && !controller.panes.isReadOnly}
                isColumn={isColumns}
                isShared={isShared}
                hostRef={host(pane)}
                splitter={
                  index < panes.length - 1 && !isTabbed ? (
                    <PaneSplitter
                      label={`${isColumns ? 'Width' : 'Height'} of ${labels[pane].name}`}
                      isColumn={isColumns}
                      share={shares[pane] ?? 1}
                      onChange={(share) => onPreferences({ shares: { ...shares, [pane]: share } })}
                    />
                  ) : null
                }
              />
            ))}
          </div>
        </div>
        <div ref={bar} className="shrink-0 overflow-x-auto overflow-y-hidden border-t border-line">
          <div className="h-px" />
        </div>
      </div>
      <OverviewRuler controller={controller} />
      {menu && (
        <RegionMenu
          {...menu}
          controller={controller}
          onPeek={onPeek}
          onChosen={onChosen}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

interface RegionMenuProps {
  controller: MergeController;
  /** The region, and where its button is. */
  id: number;
  at: DOMRect;
  onPeek: (id: number) => void;
  onChosen: () => void;
  onClose: () => void;
}

/** All choices for one region, where there are any; the two that are taken most often are also at their sides. */
function RegionMenu({ controller, id, at, onPeek, onChosen, onClose }: RegionMenuProps) {
  const region = controller.panes.set.regions.find((one) => one.id === id);
  if (!region) return null;
  const choose = (choice: RegionChoice) => {
    controller.choose(id, choice);
    onChosen();
  };
  const choices: (MenuAction | 'separator')[] = [
    ...optionsOf(controller, region).map(({ value, label }) => ({
      label,
      onSelect: () => choose(value),
    })),
    'separator',
    { label: 'Undo this choice', onSelect: () => choose('undo') },
  ];
  const peek = { label: 'Show both sides and the original', onSelect: () => onPeek(id) };
  const actions = controller.panes.isReadOnly ? [peek] : [...choices, peek];
  const close = () => {
    onClose();
    // The button was re-rendered; return keyboard focus to the editor.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) controller.panes.views.get('merged')?.focus();
    });
  };
  return <FloatingMenu at={at} actions={actions} onClose={close} />;
}
