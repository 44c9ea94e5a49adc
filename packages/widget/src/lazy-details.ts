import { element } from './dom.ts';

/** A part that asks the platform each time it is opened. */
export function lazyDetails(
  title: string,
  fill: (list: HTMLUListElement) => Promise<void>,
  report: (error: unknown) => void,
): HTMLElement {
  const list = element('ul', { 'aria-live': 'polite' });
  return element(
    'details',
    {
      ontoggle: (event) => {
        if ((event.currentTarget as HTMLDetailsElement).open) void fill(list).catch(report);
      },
    },
    element('summary', {}, title),
    list,
  );
}
