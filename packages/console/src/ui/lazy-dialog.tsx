import type { ComponentType } from 'react';
import { ErrorDialog } from './ErrorDialog.tsx';
import { type Load, retriedPart } from './lazy-part.tsx';

/** `lazyPart` for a dialog, which has no place on the page. */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  return retriedPart(load, ErrorDialog);
}
