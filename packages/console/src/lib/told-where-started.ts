/** Ids of work whose end is announced by the component that started it. */
const told = new Set<string>();

export function tellWhereStarted(id: string): void {
  told.add(id);
}

/** Called when that part is unmounted, so that the end of its work is announced like any other. */
export function tellElsewhere(id: string): void {
  told.delete(id);
}

export function isToldWhereStarted(id: string): boolean {
  return told.has(id);
}
