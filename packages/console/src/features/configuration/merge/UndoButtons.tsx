import { redoDepth, undoDepth } from '@codemirror/commands';
import { Redo2, Undo2 } from 'lucide-react';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { MergeController } from './merge-controller.ts';
import type { MergeCommand } from './merge-keys.ts';

interface UndoButtonsProps {
  controller: MergeController;
  onCommand: (command: MergeCommand) => void;
}

/** Undo and redo, choices included, for those who are not in the editor: in the list, or without a keyboard. */
export function UndoButtons({ controller, onCommand }: UndoButtonsProps) {
  const state = controller.mergedState;
  // Not disabled: whoever takes back the last step would lose the focus with it.
  const look = 'aria-disabled:opacity-50';
  return (
    <span className="flex">
      <IconButton
        label="Undo"
        aria-disabled={undoDepth(state) === 0}
        className={look}
        icon={<Undo2 aria-hidden size={18} />}
        onClick={() => onCommand('undo')}
      />
      <IconButton
        label="Redo"
        aria-disabled={redoDepth(state) === 0}
        className={look}
        icon={<Redo2 aria-hidden size={18} />}
        onClick={() => onCommand('redo')}
      />
    </span>
  );
}
