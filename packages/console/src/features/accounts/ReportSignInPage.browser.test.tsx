import { getReportableSignIn, reportSignIn } from '@atrium/contract/accounts/sign-in-report';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { ReportSignInPage } from './ReportSignInPage.tsx';

const nothing = { removedProviders: [], removedInvitations: [], suspendedUsers: [], otherChanges: [] };

async function report(reported: Parameters<typeof answer<typeof reportSignIn>>[1]) {
  answer(getReportableSignIn, () => ({
    username: 'ada',
    browser: 'Firefox on Linux',
    address: '203.0.113.66',
    signedInOn: '2026-11-01T00:00:00Z',
  }));
  answer(reportSignIn, reported);
  const screen = await draw(<ReportSignInPage token={'t'.repeat(43)} />);
  await screen.getByRole('button', { name: 'This was not me, secure my account' }).click();
  await expect.element(screen.getByRole('heading', { name: 'The sign-in was ended' })).toBeVisible();
  return screen;
}

it('says what a report has closed, and what is left to look at', async () => {
  const screen = await report(() => ({
    wayBack: 'link',
    removedProviders: ['Theirs'],
    removedInvitations: ['kim'],
    suspendedUsers: ['lee'],
    otherChanges: ['Defined the role Everything'],
    via: 'GitHub',
  }));
  await expect.element(screen.getByText(/^We sent a link/)).toBeVisible();
  await expect.element(screen.getByText(/^The sign-in used GitHub,/)).toBeVisible();
  for (const name of ['Theirs', 'kim', 'lee', 'Defined the role Everything'])
    await expect.element(screen.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await expectNoFindings();
});

it('promises no link to whoever has no password', async () => {
  const screen = await report(() => ({ wayBack: 'provider', via: 'Ours', ...nothing }));
  await expect.element(screen.getByText(/^You sign in with the identity provider/)).toBeVisible();
  await expect.element(screen.getByText(/We sent a link/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument();
});
