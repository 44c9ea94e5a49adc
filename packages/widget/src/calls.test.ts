import { listChildren } from '@atrium/contract/accounts/children';
import {
  finishSetUp,
  loginWithFactor,
  loginWithPasskey,
  startFactorPasskey,
  startPasskeyLogin,
  startSetUp,
} from '@atrium/contract/accounts/factor-sign-in';
import {
  listOfferedProviders,
  loginWithProvider,
  startProviderLogin,
} from '@atrium/contract/accounts/provider-sign-in';
import { listFactors } from '@atrium/contract/accounts/second-factor';
import {
  confirmSession,
  endSession,
  listSessions,
  startConfirmPasskey,
} from '@atrium/contract/accounts/sessions';
import { login, loginWithToken, logout, refreshToken } from '@atrium/contract/accounts/sign-in';
import { updateUser } from '@atrium/contract/accounts/user';
import { expect, it } from 'vitest';
import { makeCaller, widgetCalls } from './calls.ts';

it('makes exactly the calls of the contract', () => {
  const endpoints = {
    login,
    loginWithFactor,
    startFactorPasskey,
    startPasskeyLogin,
    loginWithPasskey,
    startSetUp,
    finishSetUp,
    listOfferedProviders,
    startProviderLogin,
    loginWithProvider,
    loginWithToken,
    refreshToken,
    logout,
    updateUser,
    listChildren,
    listSessions,
    endSession,
    listFactors,
    confirmSession,
    startConfirmPasskey,
  };
  const written = Object.entries(endpoints).map(([name, { method, path }]) => [name, `${method} ${path}`]);
  expect(widgetCalls).toEqual(Object.fromEntries(written));
});

it('takes what does not come in time for no response, be it the head or the rest of it', async () => {
  const whenAborted = (init: RequestInit | undefined, reject: (reason: unknown) => void) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  const withoutHead: typeof fetch = (_, init) => new Promise((_resolve, reject) => whenAborted(init, reject));
  const withoutBody: typeof fetch = async (_, init) =>
    new Response(new ReadableStream({ start: (body) => whenAborted(init, (reason) => body.error(reason)) }));
  for (const fetcher of [withoutHead, withoutBody]) {
    const call = makeCaller(fetcher, () => 1);
    await expect(call('refreshToken')).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  }
});
