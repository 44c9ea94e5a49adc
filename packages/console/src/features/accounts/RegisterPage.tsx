import { RegistrationForm, register } from '@atrium/contract/accounts/registration';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { TermsDialog } from '../articles/public.ts';
import { rememberLoginName } from './login-name.ts';
import { PasswordPairFields } from './PasswordPairFields.tsx';
import { VisitorCard } from './VisitorCard.tsx';

export function RegisterPage() {
  const router = useRouter();
  const [areTermsOpen, setTermsOpen] = useState(false);
  const isHydrated = useHydrated();
  // Without default values the form keeps text typed before the program had loaded.
  const form = useEndpointForm(register, {
    schema: RegistrationForm,
    toBody: ({ confirm: _, acceptTerms: __, ...registration }) => registration,
    onSaved: (_, { username }) => rememberLoginName(username),
    onDone: ({ email }) => router.navigate({ href: paths.registered(email) }),
  });
  return (
    <VisitorCard
      title="Register"
      isWide
      footer={
        <span>
          Already registered? <AppLink href={paths.login()}>Login</AppLink>
        </span>
      }
    >
      <FormPage
        form={form}
        submitLabel="Register"
        submitProps={{
          variant: 'primary',
          disabled: !isHydrated,
          className: 'disabled:opacity-100 sm:col-span-2',
        }}
        errorTitle="Registration failed"
        className="grid gap-4 sm:grid-cols-2"
      >
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          required
          className="sm:col-span-2"
          {...form.field('username')}
        />
        <TextField label="First name" autoComplete="given-name" required {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" required {...form.field('lastName')} />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          required
          className="sm:col-span-2"
          {...form.field('email')}
        />
        <PasswordPairFields password={form.field('password')} confirm={form.field('confirm')} />
        <div className="sm:col-span-2">
          <Checkbox label="I accept the terms and conditions" required {...form.field('acceptTerms')} />
          <button type="button" className="link mt-1 ml-6 block" onClick={() => setTermsOpen(true)}>
            Read the terms and conditions
          </button>
        </div>
      </FormPage>
      {areTermsOpen && (
        <Suspense fallback={null}>
          <TermsDialog onClose={() => setTermsOpen(false)} />
        </Suspense>
      )}
    </VisitorCard>
  );
}
