import type { Permission } from '@atrium/contract/permissions';
import { connectWidget, type WidgetElement } from '../src/api/session.ts';

/** Signs Ada in with some permissions: the console hears of it as from the widget. */
export function signIn(...permissions: Permission[]): void {
  signInAs({ permissions });
}

/** Signs her in as a child user of someone else. */
export function signInAsChild(...permissions: Permission[]): void {
  signInAs({ permissions, parentId: 'grace' });
}

function signInAs(user: object): void {
  const widget = Object.assign(document.createElement('div'), {
    start: () => undefined,
    session: { hasLoggedOut: false },
  }) as unknown as WidgetElement;
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  const tell = (name: string, detail: object) => widget.dispatchEvent(new CustomEvent(name, { detail }));
  tell('access-granted', { token: 't', userId: 'ada' });
  tell('user-data-loaded', { userId: 'ada', roles: [], ...user });
}
