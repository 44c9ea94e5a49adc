import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { connectWidget, useAuth, type WidgetElement } from '../api/session.ts';
import { keepInput, readKeptInput } from '../lib/kept-input.ts';
import { keepText, readKeptText } from '../lib/kept-text.ts';
import { useKeptUntilSignOut } from './use-kept-until-sign-out.ts';

/** Mocks the widget's element with its events, and the session that the console reads on each. */
const widget = Object.assign(document.createElement('div'), {
  start: () => undefined,
  session: { hasLoggedOut: false, onTrouble: () => undefined },
}) as unknown as WidgetElement;
const tell = (name: string, detail?: object) => widget.dispatchEvent(new CustomEvent(name, { detail }));

function signIn() {
  tell('access-granted', { token: 't', userId: 'ada' });
  tell('user-data-loaded', { userId: 'ada', roles: [] });
}

function end(hasLoggedOut: boolean) {
  widget.session.hasLoggedOut = hasLoggedOut;
  tell('access-denied');
}

function Kept() {
  useKeptUntilSignOut();
  return <p>Signed in</p>;
}

function Page() {
  const { canNavigate } = useAuth();
  return canNavigate ? <Kept /> : <p>Signed out</p>;
}

const kept = () => ['ada', 'bob'].map((id) => [readKeptInput(`${id}/s/f`), readKeptText(`${id}/s/f.mjs`)]);

beforeEach(() => {
  for (const id of ['ada', 'bob']) {
    keepInput(`${id}/s/f`, id);
    keepText(`${id}/s/f.mjs`, id);
  }
});

it('keeps what someone typed when their session ends by itself, and forgets it when they sign out', async () => {
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  const screen = await draw(<Page />);
  signIn();
  await expect.element(screen.getByText('Signed in')).toBeVisible();
  expect(kept(), 'what another person typed here is gone').toEqual([
    ['ada', 'ada'],
    [null, null],
  ]);
  end(false);
  await expect.element(screen.getByText('Signed out')).toBeVisible();
  expect(kept()[0]).toEqual(['ada', 'ada']);
  signIn();
  await expect.element(screen.getByText('Signed in')).toBeVisible();
  expect(kept()[0]).toEqual(['ada', 'ada']);
  end(true);
  await expect.element(screen.getByText('Signed out')).toBeVisible();
  expect(kept()[0]).toEqual([null, null]);
});
