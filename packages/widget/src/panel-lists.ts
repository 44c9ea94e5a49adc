import { fullName } from '@atrium/contract/accounts/full-name';
import { CONFIRMATION_NEEDED } from '@atrium/contract/accounts/sign-in-reasons';
import { ApiError } from '@atrium/contract/api-error';
import { element } from './dom.ts';
import type { Session } from './session.ts';

export async function fillChildren(list: HTMLUListElement, session: Session): Promise<void> {
  const children = await session.authorized('listChildren');
  if (children.length === 0)
    return list.replaceChildren(
      element('li', { class: 'soft' }, 'No data to display'),
      element('li', {}, element('a', { href: '/console/people' }, 'Invite a person')),
    );
  const rows = children.map((child) =>
    element(
      'li',
      {},
      element(
        'span',
        {},
        fullName(child),
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
  const end = async (id: string, row: HTMLLIElement) => {
    try {
      await session.authorized('endSession', { id });
      await fillSessions(list, session, report);
    } catch (error) {
      if (!needsConfirmation(error)) throw error;
      const { confirmForm } = await import('./confirm-form.ts');
      row.append(confirmForm(session, () => end(id, row)));
    }
  };
  const sessions = await session.authorized('listSessions');
  const rows = sessions.map(({ id, browser, address, isCurrent, openedBy, username }) => {
    const place = openedBy ? `${address}, as ${username}, opened by ${openedBy.name}` : address;
    const where = element('span', {}, browser, element('br'), element('span', { class: 'soft' }, place));
    const row = element('li', {}, where);
    if (isCurrent) {
      row.append(element('span', { class: 'soft' }, 'this device'));
      return row;
    }
    const button = element(
      'button',
      {
        type: 'button',
        class: 'button small',
        'aria-label': `Sign out ${browser} at ${address}`,
        onclick: () => {
          if (row.ariaBusy) return;
          row.ariaBusy = 'true';
          row.querySelector('form')?.remove();
          void end(id, row)
            .catch(report)
            .finally(() => {
              row.ariaBusy = null;
            });
        },
      },
      'Sign out',
    );
    row.append(button);
    return row;
  });
  replaceRows(list, rows);
}

/** A row that is gone leaves the focus to the next one with a button, or to the list's title. */
function replaceRows(list: HTMLUListElement, rows: HTMLLIElement[]): void {
  const focused = (list.getRootNode() as ShadowRoot).activeElement;
  const place = [...list.children].findIndex((row) => row.contains(focused));
  list.replaceChildren(...rows);
  if (place < 0) return;
  const [next] = rows.slice(place).flatMap((row) => [...row.querySelectorAll('button')]);
  (next ?? list.parentElement?.querySelector('summary'))?.focus();
}

function needsConfirmation(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  const { details } = error.body as { details?: { reason?: string } };
  return details?.reason === CONFIRMATION_NEEDED;
}
