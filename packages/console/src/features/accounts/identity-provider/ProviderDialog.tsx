import type { IdentityProvider } from '@atrium/contract/accounts/identity-provider';
import { useQuery } from '@tanstack/react-query';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { rolesQuery } from '../account.queries.ts';
import { type ProviderScope, providerCalls } from './provider-calls.ts';
import { AddForm, EditForm, toForm, toRules } from './provider-form.ts';

interface ProviderDialogProps {
  /** Provider to edit; creates one if omitted. */
  provider?: IdentityProvider;
  scope: ProviderScope;
  onClose: () => void;
}

export function ProviderDialog(props: ProviderDialogProps) {
  const roles = useQuery(rolesQuery());
  if (props.scope === 'everyone') return <ProviderForm {...props} roles={[]} />;
  // The fields of the roles have to be there when the form begins: saved without them, it would delete their rules.
  if (roles.data) return <ProviderForm {...props} roles={roles.data} />;
  if (roles.errorUpdateCount === 0) return null;
  return (
    <Dialog
      isOpen
      title={titleOf(props.provider)}
      onClose={props.onClose}
      footer={<Button onClick={props.onClose}>Close</Button>}
    >
      <QueryPanel query={roles}>{() => null}</QueryPanel>
    </Dialog>
  );
}

const titleOf = (provider: IdentityProvider | undefined) =>
  provider ? `Edit ${provider.name}` : 'New identity provider';

interface ProviderFormProps extends ProviderDialogProps {
  roles: readonly { name: string; label: string }[];
}

function ProviderForm({ provider, scope, roles, onClose }: ProviderFormProps) {
  const { list, create, update } = providerCalls[scope];
  const isAdded = provider === undefined;
  const form = useEndpointForm(isAdded ? create : update, {
    schema: isAdded ? AddForm : EditForm,
    defaults: toForm(
      provider,
      roles.map(({ name }) => name),
    ),
    ...(provider && { params: { id: provider.id } }),
    toBody: ({ roles: texts, issuer, clientSecret, ...values }) => {
      const body = { ...values, roleRules: toRules(texts, provider?.roleRules) };
      if (isAdded) return { ...body, issuer, clientSecret };
      return { ...body, ...(clientSecret !== '' && { clientSecret }) };
    },
    invalidates: [list],
    onDone: onClose,
  });
  const { origin } = window.location;
  return (
    <FormDialog
      form={form}
      title={titleOf(provider)}
      description="Sign-in with OpenID Connect. Only people whose e-mail address the provider has verified can sign in."
      saveLabel={isAdded ? 'Create' : 'Save'}
      isErrorInline
      onClose={onClose}
    >
      <Alert title="Enter these at the provider first">
        <dl className="mt-1 grid gap-1 text-sm">
          <dt>Redirect address after signing in</dt>
          <dd className="break-all select-all">{provider?.redirectUrl ?? origin + paths.providerReturn()}</dd>
          <dt>Redirect address after signing out</dt>
          <dd className="break-all select-all">{provider?.signOutUrl ?? origin + paths.login()}</dd>
        </dl>
      </Alert>
      <TextField
        label="Name"
        required
        autoComplete="off"
        hint="The button on the sign-in page says “Continue with” and this name."
        {...form.field('name')}
      />
      <TextField
        label="Issuer"
        required
        readOnly={!isAdded}
        autoComplete="off"
        inputMode="url"
        hint={
          isAdded
            ? 'The address of the provider, such as https://login.example.com'
            : 'It cannot be changed. For another provider, create a new one.'
        }
        {...form.field('issuer')}
      />
      <TextField label="Client ID" required autoComplete="off" {...form.field('clientId')} />
      <TextField
        label="Client secret"
        type="password"
        required={isAdded}
        autoComplete="new-password"
        hint={isAdded ? 'Stored encrypted and never shown again.' : 'Leave empty to keep the current one.'}
        {...form.field('clientSecret')}
      />
      {scope === 'domain' && (
        <fieldset className="grid gap-4">
          <legend className="mb-1 text-sm font-medium">Roles</legend>
          <p className="text-sm text-ink-soft">
            New people become child users. If you fill in any of these, the provider decides about the roles
            of its people at each sign-in; otherwise you give roles on this page.
          </p>
          <TextField
            label="Claim"
            autoComplete="off"
            hint="Claim that has the groups of a person, such as groups or realm_access.roles"
            {...form.field('rolesClaim')}
          />
          {roles.map(({ name, label }) => (
            <TextField
              key={name}
              label={`Values that give the role ${label}`}
              autoComplete="off"
              hint="Separate them with commas; * stands for everyone."
              {...form.field(`roles.${name}`)}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
