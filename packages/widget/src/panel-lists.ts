import { element } from './dom.ts';
import type { Session } from './session.ts';

export async function fillChildren(list: HTMLUListElement, session: Session): Promise<void> {
  const children = await session.authorized('listChildren');
  if (children.length === 0)
    return list.replaceChildren(element('li', { class: 'soft' }, 'No data to display'));
  const rows = children.map((child) =>
    element(
      'li',
      {},
      element(
        'span',
        {},
        `${child.firstName} ${child.lastName}`,
        element('br'),
        element('span', { class: 'soft' }, child.isConfirmed ? child.username : `${child.username}, invited`),
      ),
    ),
  );
  list.replaceChildren(...rows);
}

export async function fillSessions(
  list: HTMLUListElement,
  session: Session,
  report: (error: unknown) => void,
): Promise<void> {
  const sessions = await session.authorized('listSessions');
  const rows = sessions.map(({ id, browser, address, isCurrent }) => {
    const where = element('span', {}, browser, element('br'), element('span', { class: 'soft' }, address));
    if (isCurrent) return element('li', {}, where, element('span', { class: 'soft' }, 'this device'));
    const end = element(
      'button',
      {
        type: 'button',
        class: 'button small',
        'aria-label': `Sign out ${browser} at ${address}`,
        onclick: () =>
          void session
            .authorized('endSession', { id })
            .then(() => fillSessions(list, session, report))
            .catch(report),
      },
      'Sign out',
    );
    return element('li', {}, where, end);
  });
  list.replaceChildren(...rows);
}
