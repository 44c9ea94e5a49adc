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
 * Returns the props of a button that the user has no permission to press. The button stays focusable, so that its
 * reason is available as description, tooltip and message on press.
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
