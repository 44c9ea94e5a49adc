import { addToastRoom } from './toast.ts';
import { useIsNarrow } from './use-is-narrow.ts';

/**
 * In a dialog on a phone, where toasts above it would cover its buttons, and below it no one could read them. There before
 * any toast, so that screen readers announce what comes into it.
 */
export function ToastRoom() {
  const isNarrow = useIsNarrow();
  return (
    isNarrow && (
      <div
        ref={addToastRoom}
        role="log"
        aria-label="Messages"
        aria-live="polite"
        className="max-h-40 overflow-y-auto px-2"
      />
    )
  );
}
