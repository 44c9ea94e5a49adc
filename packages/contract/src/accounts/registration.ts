import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ChosenPassword, Email, FirstName, LastName, OneTimeToken, Username } from './fields.ts';

export const Registration = z.object({
  username: Username,
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  password: ChosenPassword,
});
export type Registration = z.infer<typeof Registration>;

export const PASSWORDS_DIFFER = 'The passwords do not match.';

/** Fields of the registration form; `confirm` and the terms stay in the browser. */
export const RegistrationForm = Registration.extend({
  confirm: z.string().min(1, 'Please enter the password again.'),
  // Not a literal: that would end the check before the passwords are compared.
  acceptTerms: z.boolean().refine((isAccepted) => isAccepted, 'Please accept the terms and conditions.'),
}).superRefine(flagDifferentPasswords);
export type RegistrationForm = z.input<typeof RegistrationForm>;

/** Flags both fields, as the specification demands. */
export function flagDifferentPasswords(
  form: { password: string; confirm: string },
  context: z.RefinementCtx,
): void {
  if (form.password === form.confirm) return;
  for (const path of ['password', 'confirm']) {
    context.addIssue({ code: 'custom', path: [path], message: PASSWORDS_DIFFER });
  }
}

export const register = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/register',
  access: 'PUBLIC',
  tag: 'accounts',
  summary:
    'Create an account and a domain; the response is the same for an e-mail address that is already in use',
  body: Registration,
  response: z.object({ email: z.string() }),
  errors: ['unprocessable'],
});

export const confirmEmail = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/confirm',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Confirm the e-mail address that a link was sent to',
  query: z.object({ token: OneTimeToken }),
  /** `isRepeated`: this link had confirmed the address before. */
  response: z.object({ email: z.string(), isRepeated: z.literal(true).optional() }),
  errors: ['forbidden', 'unprocessable'],
});

export const resendConfirmation = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/confirm/resend',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Resend the verification e-mail; the response is the same whether or not the account exists',
  body: z.object({ username: z.string().trim().min(1, 'Please enter your username or e-mail.').max(254) }),
});
