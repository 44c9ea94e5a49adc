import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ChosenPassword, Email, OneTimeToken } from './fields.ts';
import { flagDifferentPasswords } from './registration.ts';

export const ForgottenPassword = z.object({ email: Email });
export type ForgottenPassword = z.infer<typeof ForgottenPassword>;

export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/password/forgotten',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Send a reset link; the response is the same whether or not the account exists',
  body: ForgottenPassword,
});

export const PasswordReset = z.object({ token: OneTimeToken, password: ChosenPassword });

export const checkPasswordReset = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/password/reset',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'See whom a reset or invitation e-mail is for; does not use its token up',
  query: z.object({ token: OneTimeToken }),
  response: z.object({
    username: z.string(),
    /** Inviter and domain, for an invitation. */
    invitation: z.object({ inviter: z.string(), domain: z.string() }).nullable(),
  }),
  errors: ['unprocessable'],
});

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/password/reset',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Set a new password with the token of a reset or invitation e-mail; ends all sessions',
  body: PasswordReset,
  errors: ['unprocessable'],
});

/** Fields of the reset form. */
export const PasswordResetForm = z
  .object({ password: ChosenPassword, confirm: z.string().min(1, 'Please enter the password again.') })
  .superRefine(flagDifferentPasswords);
export type PasswordResetForm = z.input<typeof PasswordResetForm>;
