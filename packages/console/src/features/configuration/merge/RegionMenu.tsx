import { FloatingMenu, type MenuAction } from '../../../ui/Menu.tsx';
import type { MergeController } from './merge-controller.ts';
import { optionsOf } from './region-options.ts';
import type { RegionChoice } from './region-result.ts';

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
export function RegionMenu({ controller, id, at, onPeek, onChosen, onClose }: RegionMenuProps) {
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
  const peek = { label: 'See both sides and what was before', onSelect: () => onPeek(id) };
  const actions = controller.panes.isReadOnly ? [peek] : [...choices, peek];
  const close = () => {
    onClose();
    // The button was drawn anew: whoever came by keyboard goes on in the text.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) controller.panes.views.get('merged')?.focus();
    });
  };
  return <FloatingMenu at={at} actions={actions} onClose={close} />;
}
