import { vi } from 'vitest';

/**
 * Types key by key with the clock held (`vi.useFakeTimers`), with a pause after each. The actions of a locator would
 * move the clock on by as long as they take.
 */
export async function typeHeld(field: Element, text: string, pauseMs: number): Promise<void> {
  if (!(field instanceof HTMLInputElement)) throw new Error('Only a text field can be typed into.');
  for (const key of text) {
    field.setRangeText(key, field.value.length, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    // Between keys React and the page have their turns: what a key leads to at once is drawn and asked for.
    await vi.advanceTimersByTimeAsync(pauseMs);
  }
}
