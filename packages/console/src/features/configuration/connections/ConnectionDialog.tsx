import {
  ChangedConnection,
  type Connection,
  ConnectionForm,
  createConnection,
  listConnections,
  updateConnection,
} from '@atrium/contract/connections/connections';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { type FormField, useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { AppChoice, ConnectAgain } from './ConnectWithApp.tsx';
import { signInOf } from './connections.queries.ts';

interface ConnectionDialogProps {
  /** Connection to change; connects a repository if omitted. */
  connection?: Connection;
  onSaved: (connection: Connection) => void;
  onClose: () => void;
}

export function ConnectionDialog({ connection, ...rest }: ConnectionDialogProps) {
  return connection === undefined ? (
    <NewDialog {...rest} />
  ) : (
    <ChangeDialog connection={connection} {...rest} />
  );
}

const KINDS = [
  { value: 'password', label: 'Password or token (https)' },
  { value: 'key', label: 'Deploy key, made here (ssh)' },
];

const EMPTY = { name: '', gitUrl: '', username: '', password: '', defaultBranch: '', folder: '' };

function NewDialog({ onSaved, onClose }: Omit<ConnectionDialogProps, 'connection'>) {
  const form = useEndpointForm(createConnection, {
    schema: ConnectionForm,
    defaults: { ...EMPTY, kind: 'password' },
    invalidates: [listConnections],
    toBody: ({ username, password, ...body }) =>
      body.kind === 'key' ? body : { ...body, username, password },
    onDone(saved) {
      onClose();
      onSaved(saved);
    },
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <FormDialog
      form={form}
      title="Connect a repository"
      description="Everyone in your domain who may pull and push can use it. Its secret is stored encrypted and never shown."
      saveLabel="Connect"
      errorTitle="The repository could not be connected"
      className="sm:grid-cols-2"
      onClose={onClose}
    >
      <AppChoice />
      <TextField label="Name" required placeholder="Shop" autoComplete="off" {...form.field('name')} />
      <Select label="Sign-in" options={KINDS} {...form.field('kind')} />
      <Address kind={kind ?? 'password'} field={form.field('gitUrl')} />
      {kind === 'key' ? (
        <p className="text-sm text-ink-soft sm:col-span-2">
          The next step shows the public half, to be added to the repository on its host.
        </p>
      ) : (
        <Credentials
          username={form.field('username')}
          password={<Password isRequired field={form.field('password')} />}
        />
      )}
      <Place branch={form.field('defaultBranch')} folder={form.field('folder')} />
    </FormDialog>
  );
}

function ChangeDialog({ connection, onSaved, onClose }: ConnectionDialogProps & { connection: Connection }) {
  const { id, kind, name, gitUrl, username, defaultBranch, folder } = connection;
  const form = useEndpointForm(updateConnection, {
    schema: ChangedConnection,
    params: { id },
    defaults: {
      name,
      gitUrl,
      username: username ?? '',
      password: '',
      defaultBranch: defaultBranch ?? '',
      folder,
    },
    invalidates: [listConnections],
    onDone(saved) {
      onClose();
      onSaved(saved);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Change the connection"
      errorTitle="The connection could not be changed"
      className="sm:grid-cols-2"
      onClose={onClose}
    >
      <TextField label="Name" className="sm:col-span-2" required autoComplete="off" {...form.field('name')} />
      <Address kind={kind} field={form.field('gitUrl')} />
      {kind === 'app' && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-ink-soft sm:col-span-2">
          <span>{`Access: ${signInOf(connection)}.`}</span>
          <ConnectAgain connection={connection} />
        </div>
      )}
      {kind === 'password' && (
        <Credentials
          username={form.field('username')}
          password={
            <Password
              hint="Leave it empty to keep the stored one. Needed for another address or username."
              field={form.field('password')}
            />
          }
        />
      )}
      <Place branch={form.field('defaultBranch')} folder={form.field('folder')} />
    </FormDialog>
  );
}

function Address({ kind, field }: { kind: Connection['kind']; field: FormField }) {
  return (
    <TextField
      label="Repository URL"
      className="sm:col-span-2"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      required
      readOnly={kind === 'app'}
      hint={kind === 'app' ? 'The access is for this repository alone.' : undefined}
      placeholder={
        kind === 'key'
          ? 'git@git.example.com:team/configuration.git'
          : 'https://git.example.com/team/configuration.git'
      }
      {...field}
    />
  );
}

function Credentials({ username, password }: { username: FormField; password: ReactNode }) {
  return (
    <>
      <TextField
        label="Username"
        hint="Your name at the git host, also with an access token."
        // A git host's username: password managers would fill in the user's Atrium account.
        autoComplete="off"
        spellCheck={false}
        required
        {...username}
      />
      {password}
    </>
  );
}

interface PasswordProps {
  field: FormField;
  hint?: string;
  isRequired?: boolean;
}

function Password({ field, hint = 'Password or access token.', isRequired = false }: PasswordProps) {
  return (
    <TextField
      label="Password"
      type="password"
      autoComplete="section-git new-password"
      hint={hint}
      required={isRequired}
      {...field}
    />
  );
}

/** Branch and folder of a connection. */
export function Place({ branch, folder }: { branch: FormField; folder: FormField }) {
  return (
    <>
      <TextField
        label="Branch"
        hint="Empty: the default branch of the repository."
        autoComplete="off"
        spellCheck={false}
        {...branch}
      />
      <TextField
        label="Folder"
        hint="Holds the folders of the services. Empty: all of the repository."
        autoComplete="off"
        spellCheck={false}
        {...folder}
      />
    </>
  );
}
