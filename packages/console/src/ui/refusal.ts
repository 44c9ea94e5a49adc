import type { MouseEvent } from 'react';
import { showToast } from './toast.ts';

/** Props of a button that the user has no permission to press. */
export interface Refusal {
  title: string;
  'aria-disabled': true;
  /** Selects the style: a busy button is disabled as well. */
  'data-refused': true;
  onClick: (event: MouseEvent) => void;
}

/**
 * Returns the props of a button that is not for its reader. It keeps its place for the keyboard, so that everyone can
 * learn the reason: from its description, as a tooltip, or by pressing it.
 */
export function refuse(reason: string): Refusal {
  return {
    title: reason,
    'aria-disabled': true,
    'data-refused': true,
    onClick(event) {
      event.preventDefault();
      showToast(reason, 'note');
    },
  };
}
