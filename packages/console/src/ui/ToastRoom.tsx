import { closeToast, toastRooms } from './toast.ts';
import { useIsNarrow } from './use-is-narrow.ts';

/** No toast has this ID: all of them are drawn again, where they belong now. */
const drawToasts = () => closeToast(0);

function addRoom(room: HTMLElement | null) {
  if (room === null) return undefined;
  toastRooms.push(room);
  drawToasts();
  return () => {
    toastRooms.splice(toastRooms.indexOf(room), 1);
    drawToasts();
  };
}

/**
 * In a dialog on a phone, where toasts above it would cover its buttons, and below it no one could read them. There before
 * any toast, so that screen readers announce what comes into it.
 */
export function ToastRoom() {
  const isNarrow = useIsNarrow();
  return (
    isNarrow && (
      <div
        ref={addRoom}
        role="log"
        aria-label="Messages"
        aria-live="polite"
        className="max-h-40 overflow-y-auto px-2"
      />
    )
  );
}
