import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './IconButton.tsx';
import { CircleAlert, CircleCheck, Info, X } from './message-icons.ts';
import {
  closeToast,
  currentToastRoom,
  currentToasts,
  subscribeToToasts,
  TOAST_MS,
  type ToastMessage,
} from './toast.ts';

const icons = { success: CircleCheck, error: CircleAlert, note: Info };
const tones = { success: 'text-ok', error: 'text-danger', note: 'text-note' };
const none: readonly ToastMessage[] = [];

function ToastCard({ toast }: { toast: ToastMessage }) {
  const remainingMs = useRef(TOAST_MS);
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isUnderPointer || isFocused;

  useEffect(() => {
    if (isHeld) return undefined;
    const startedAt = performance.now();
    const timer = window.setTimeout(() => closeToast(toast.id), remainingMs.current);
    return () => {
      window.clearTimeout(timer);
      remainingMs.current -= performance.now() - startedAt;
    };
  }, [isHeld, toast.id]);

  const Icon = icons[toast.kind];
  return (
    <li
      onMouseEnter={() => setUnderPointer(true)}
      onMouseLeave={() => setUnderPointer(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="pointer-events-auto flex items-start gap-3 rounded-panel border border-line bg-raised py-2 pr-2 pl-4 shadow-float arriving"
    >
      <Icon aria-hidden size={20} className={`mt-2 shrink-0 ${tones[toast.kind]}`} />
      <p className="min-w-0 flex-1 py-1.5 break-words">{toast.text}</p>
      <IconButton
        label="Close this message"
        icon={<X aria-hidden size={16} />}
        onClick={() => closeToast(toast.id)}
      />
    </li>
  );
}

/**
 * Region for toasts: above dialogs, and on phones in the uppermost dialog, whose buttons they would otherwise cover.
 * The list is a live region, so screen readers announce each new one.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none);
  const room = useSyncExternalStore(subscribeToToasts, currentToastRoom, currentToastRoom);
  const list = (
    <ul className="flex flex-col gap-2">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </ul>
  );
  return (
    <div
      role="log"
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 left-4 z-30 ml-auto max-w-sm sm:z-60"
    >
      {room ? createPortal(list, room) : list}
    </div>
  );
}
