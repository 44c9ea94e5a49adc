import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Pane } from '../../panes/pane-region.ts';
import type { MergePreferences } from '../dialog/merge-preferences.ts';
import type { MergeController } from './merge-controller.ts';
import { connectScrolling } from './pane-scroll.ts';

interface PaneHostsOptions {
  controller: MergeController;
  panes: readonly Pane[];
  /** On narrow screens one pane is shown at a time. */
  tab: Pane | null;
  preferences: MergePreferences;
  /** All panes scroll in one frame. */
  isShared: boolean;
}

/** Mounts the editors, and lets them scroll together. */
export function usePaneHosts({ controller, panes, tab, preferences, isShared }: PaneHostsOptions) {
  const { isSynchronous, isWrapped, shares } = preferences;
  const bar = useRef<HTMLDivElement>(null);
  const hosts = useRef(new Map<Pane, HTMLDivElement>());
  const shownPanes = panes.join();

  useLayoutEffect(() => {
    const shown = shownPanes.split(',') as Pane[];
    controller.mount(
      shown.map((pane) => ({ pane, element: hosts.current.get(pane) as HTMLElement })),
      isShared ? shown : [],
      isWrapped,
    );
    return () => controller.unmount();
  }, [controller, shownPanes, isShared, isWrapped]);

  useEffect(
    () =>
      connectScrolling({
        controller,
        frames: new Map(hosts.current),
        bar: bar.current as HTMLElement,
        isSynchronous,
        isShared,
      }),
    [controller, shownPanes, isShared, isSynchronous, isWrapped],
  );

  useEffect(() => {
    for (const view of controller.panes.views.values()) view.requestMeasure();
  }, [controller, tab, shares]);

  return {
    bar,
    /** Ref of a pane's element. */
    host: (pane: Pane) => (element: HTMLDivElement | null) => {
      if (element) hosts.current.set(pane, element);
      else hosts.current.delete(pane);
      // A native listener: React would not find the component of a search that just closed.
      element?.addEventListener('keydown', keepEscape);
    },
  };
}

/** Escape that an editor has used, to close its search or to end several cursors, does not close the dialog as well. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation();
}
