import { type Registration, RegistrationForm, register } from '@atrium/contract/accounts/registration';
import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { flagFields } from './flag-fields.ts';
import { VisitorCard } from './VisitorCard.tsx';

interface RegisterPageProps {
  renderTerms: (isOpen: boolean, onClose: () => void) => ReactNode;
}

export function RegisterPage({ renderTerms }: RegisterPageProps) {
  const router = useRouter();
  const [areTermsOpen, setTermsOpen] = useState(false);
  // Without values of its own the form takes what was typed before this program came.
  const form = useForm({ resolver: zodResolver(RegistrationForm) });
  const { errors } = form.formState;
  const isHydrated = useHydrated();
  const registration = useChange({
    mutationFn: (body: Registration) => call(register, { body }),
    onSuccess: ({ email }) => router.navigate({ href: paths.registered(email) }),
    onError: (error) => flagFields(form.setError, error, RegistrationForm.shape),
  });
  const submit = form.handleSubmit(({ username, firstName, lastName, email, password }) =>
    registration.mutate({ username, firstName, lastName, email, password }),
  );

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
      <form
        noValidate
        method="post"
        onSubmit={(event) => void submit(event)}
        className="grid gap-4 sm:grid-cols-2"
      >
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          required
          className="sm:col-span-2"
          error={errors.username?.message}
          {...form.register('username')}
        />
        <TextField
          label="First name"
          autoComplete="given-name"
          required
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          required
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          required
          className="sm:col-span-2"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <TextField
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          required
          error={errors.confirm?.message}
          {...form.register('confirm')}
        />
        <div className="sm:col-span-2">
          <Checkbox
            label="I accept the terms and conditions"
            required
            error={errors.acceptTerms?.message}
            {...form.register('acceptTerms')}
          />
          <button type="button" className="link mt-1 ml-[1.65rem] block" onClick={() => setTermsOpen(true)}>
            Read the terms and conditions
          </button>
        </div>
        <Button
          type="submit"
          look="primary"
          isBusy={registration.isPending}
          disabled={!isHydrated}
          className="disabled:opacity-100 sm:col-span-2"
        >
          Register
        </Button>
      </form>
      {areTermsOpen && renderTerms(areTermsOpen, () => setTermsOpen(false))}
      <ErrorDialog title="Registration failed" error={registration.error} onClose={registration.reset} />
    </VisitorCard>
  );
}
