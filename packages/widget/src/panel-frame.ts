import { chevron, element } from './dom.ts';
import type { Session } from './session.ts';

/** Properties of its element that the panel uses. */
export interface PanelParts {
  session: Session;
  isOpen: () => boolean;
  setOpen: (isOpen: boolean) => void;
}

/** A panel whose bar opens and closes its body. */
export function panelFrame(
  { isOpen, setOpen }: Pick<PanelParts, 'isOpen' | 'setOpen'>,
  { label, bar, body }: { label: string; bar: HTMLElement[]; body: HTMLElement[] },
): HTMLElement {
  return element(
    'section',
    { class: 'panel', 'aria-label': label },
    element(
      'button',
      {
        type: 'button',
        class: 'bar',
        'aria-expanded': String(isOpen()),
        'aria-controls': 'body',
        onclick: () => setOpen(!isOpen()),
      },
      ...bar,
      chevron(),
    ),
    element('div', { class: 'body', id: 'body', hidden: !isOpen() }, ...body),
  );
}
