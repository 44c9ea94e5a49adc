import { useLayoutEffect } from 'react';

/**
 * Keeps the focus in place when a row is removed together with the button that had it: the same button of the next row,
 * or another one there, or else the first one of the list, or else the page's heading.
 */
export function useFocusAfterRemoval(isAsking: boolean): void {
  useLayoutEffect(() => {
    if (!isAsking) return undefined;
    const asked = document.activeElement;
    const beside = placesBeside(asked);
    return () => {
      // Wait until the dialog has closed and tried to restore the focus itself.
      requestAnimationFrame(() => {
        const places = asked?.isConnected ? [asked as HTMLElement] : beside();
        if (document.activeElement === document.body) places.find((place) => place?.isConnected)?.focus();
      });
    };
  }, [isAsking]);
}

const buttonsOf = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? []),
];

/**
 * Called while the row still exists. The result is evaluated after its removal, because neighboring rows may have
 * changed.
 */
function placesBeside(button: Element | null): () => (HTMLElement | null | undefined)[] {
  const own = button?.closest('tr, [role=row], li');
  // A row of a virtual table is wrapped together with its detail.
  const row = own?.parentElement?.role === 'presentation' ? own.parentElement : own;
  const fromEnd = buttonsOf(row).findIndex((one) => one === button) - buttonsOf(row).length;
  const rows = [row?.nextElementSibling, row?.previousElementSibling];
  const list = button?.closest('section');
  return () => [
    ...rows.map((one) => buttonsOf(one).at(fromEnd) ?? buttonsOf(one).at(-1)),
    list?.querySelector<HTMLElement>('header button'),
    document.querySelector<HTMLElement>('main h1[tabindex]'),
  ];
}
