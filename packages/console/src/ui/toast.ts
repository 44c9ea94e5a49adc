export type ToastKind = 'success' | 'error' | 'note';

export interface ToastMessage {
  id: number;
  kind: ToastKind;
  text: string;
}

/** Toasts hide after five seconds (specification, section 9). */
export const TOAST_MS = 5000;

type Listener = (toasts: readonly ToastMessage[]) => void;

let toasts: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<Listener>();

function publish(next: readonly ToastMessage[]) {
  toasts = next;
  for (const listener of listeners) listener(toasts);
}

/** Shows a toast from anywhere: an event handler, a mutation, a route guard. */
export function showToast(text: string, kind: ToastKind = 'success'): number {
  lastId += 1;
  publish([...toasts, { id: lastId, kind, text }]);
  return lastId;
}

export function closeToast(id: number) {
  publish(toasts.filter((toast) => toast.id !== id));
}

const rooms: HTMLElement[] = [];

/** Renders toasts in an element instead, until it is unmounted. The last added one is the uppermost. */
export function addToastRoom(room: HTMLElement | null) {
  if (room === null) return undefined;
  rooms.push(room);
  publish(toasts);
  return () => {
    rooms.splice(rooms.indexOf(room), 1);
    publish(toasts);
  };
}

export function currentToastRoom() {
  return rooms.at(-1);
}

export function currentToasts() {
  return toasts;
}

export function subscribeToToasts(listener: Listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
