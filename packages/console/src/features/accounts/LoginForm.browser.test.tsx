import type { SecondStep } from '@atrium/contract/accounts/sign-in';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { connectWidget, type WidgetElement } from '../../api/session.ts';
import { LoginForm } from './LoginForm.tsx';

it('flags both fields at once and sends nothing while they are empty', async () => {
  const login = vi.fn<() => void>();
  const widget = Object.assign(document.createElement('div'), {
    start: () => undefined,
    session: { login, listProviders: async () => [] },
  }) as unknown as WidgetElement;
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  const screen = await draw(<LoginForm domain={undefined} />);
  await screen.getByRole('button', { name: 'Login', exact: true }).click();
  await expect.element(screen.getByLabelText(/^Username/)).toBeInvalid();
  await expect.element(screen.getByText('Please enter your username.')).toBeVisible();
  await expect.element(screen.getByLabelText(/^Password/)).toBeInvalid();
  await expect.element(screen.getByText('Please enter your password.')).toBeVisible();
  expect(login).not.toHaveBeenCalled();
});

it('the way back from the second factor leads into the form', async () => {
  const step: SecondStep = {
    challenge: 'c',
    expiresAt: '2026-11-27T12:00:00.000Z',
    methods: ['authenticator'],
    mustSetUp: false,
  };
  const widget = Object.assign(document.createElement('div'), {
    start: () => undefined,
    session: { login: async () => step, listProviders: async () => [] },
  }) as unknown as WidgetElement;
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  const screen = await draw(<LoginForm domain={undefined} />);
  const username = screen.getByLabelText(/^Username/);
  for (const _ of ['once', 'twice']) {
    await userEvent.fill(username, 'ada');
    await userEvent.fill(screen.getByLabelText(/^Password/), 'secret');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByLabelText(/^Code/)).toHaveFocus();
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.element(username).toHaveFocus();
  }
});
