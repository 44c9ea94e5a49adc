import { FloatingMenu, type MenuAction } from '../../../ui/Menu.tsx';
import type { MergeController } from './merge-controller.ts';
import { optionsOf } from './region-options.ts';

interface RegionMenuProps {
  controller: MergeController;
  /** The region, and where its button is. */
  id: number;
  at: DOMRect;
  onPeek: (id: number) => void;
  onClose: () => void;
}

/** All choices for one region; the two that are taken most often are also at their sides. */
export function RegionMenu({ controller, id, at, onPeek, onClose }: RegionMenuProps) {
  const region = controller.panes.set.regions.find((one) => one.id === id);
  if (!region) return null;
  const actions: (MenuAction | 'separator')[] = [
    ...optionsOf(controller, region).map(({ value, label }) => ({
      label,
      onSelect: () => controller.choose(id, value),
    })),
    'separator',
    { label: 'Undo this choice', onSelect: () => controller.choose(id, 'undo') },
    { label: 'See both sides and what was before', onSelect: () => onPeek(id) },
  ];
  const close = () => {
    onClose();
    // The button was drawn anew: whoever came by keyboard goes on in the text.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) controller.panes.views.get('merged')?.focus();
    });
  };
  return <FloatingMenu at={at} actions={actions} onClose={close} />;
}
