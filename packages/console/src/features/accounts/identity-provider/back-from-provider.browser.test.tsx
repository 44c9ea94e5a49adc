import { startConnection } from '@atrium/contract/accounts/own-identity';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { connectWidget, type WidgetElement } from '../../../api/session.ts';
import { ConnectAction } from './ConnectAction.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';

const ACME = '0190f2c4-7a10-7000-8000-000000000000';

/** Stays on the page, so that the test keeps running. */
const there = () => `${window.location.href.replace(/#.*/, '')}#provider`;
const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

it.each([
  ['sign in', 'Continue with Acme', () => <ProviderButtons domain={undefined} />],
  ['connect', 'Connect Acme', () => <ConnectAction id={ACME} name="Acme" />],
])('whoever goes back from the provider can %s again', async (_, name, part) => {
  const widget = Object.assign(document.createElement('div'), {
    start: () => undefined,
    session: {
      listProviders: async () => [{ id: ACME, name: 'Acme' }],
      startProvider: async () => there(),
    },
  }) as unknown as WidgetElement;
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  answer(startConnection, () => ({ url: there() }));
  const screen = await draw(part());
  const button = screen.getByRole('button', { name });
  await button.click();
  await expect.poll(() => window.location.hash).toBe('#provider');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  comeBack();
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  window.location.hash = '';
});
