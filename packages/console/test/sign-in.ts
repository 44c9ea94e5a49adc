import type { Permission } from '@atrium/contract/permissions';
import { connectWidget, type WidgetElement } from '../src/api/session.ts';

/** Connects a widget whose session has these parts; returns how to tell the console something as the widget does. */
export function connectTestWidget(session: object = {}): (name: string, detail: object) => void {
  const widget = Object.assign(document.createElement('div'), {
    start: () => undefined,
    session: { hasLoggedOut: false, ...session },
  }) as unknown as WidgetElement;
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  return (name, detail) => void widget.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Signs Ada in with some permissions: the console hears of it as from the widget. */
export function signIn(...permissions: Permission[]): void {
  const tell = connectTestWidget();
  tell('access-granted', { token: 't', userId: 'ada' });
  tell('user-data-loaded', { userId: 'ada', roles: [], permissions });
}
