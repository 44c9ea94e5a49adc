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
import { widgetCalls } from './calls.ts';

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
