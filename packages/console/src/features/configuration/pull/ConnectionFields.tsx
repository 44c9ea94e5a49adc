import type { REQUIRED_CONNECTION_FIELDS } from '@atrium/contract/configuration/git-request';
import { TextField } from '../../../ui/TextField.tsx';
import type { ConnectionDraft } from './connection-draft.ts';

interface ConnectionFieldsProps {
  draft: ConnectionDraft;
  onChange: (change: Partial<ConnectionDraft>) => void;
  /** The fields to highlight: required and empty when the form was sent. */
  missing: readonly (typeof REQUIRED_CONNECTION_FIELDS)[number][];
  /** The fields can only be read, and keep the focus in which Enter was pressed. */
  isDisabled: boolean;
}

/** Fields that every git call needs: repository and credentials. */
export function ConnectionFields({ draft, onChange, missing, isDisabled }: ConnectionFieldsProps) {
  const error = (field: (typeof missing)[number]) => (missing.includes(field) ? '' : undefined);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Repository URL"
        className="sm:col-span-2"
        type="url"
        inputMode="url"
        autoComplete="url"
        spellCheck={false}
        placeholder="https://git.example.com/team/configuration.git"
        required
        readOnly={isDisabled}
        value={draft.gitUrl}
        error={error('gitUrl')}
        onChange={(event) => onChange({ gitUrl: event.target.value })}
      />
      <TextField
        label="Username"
        // A git host's username: password managers would fill in the user's Atrium account.
        autoComplete="off"
        spellCheck={false}
        required
        readOnly={isDisabled}
        value={draft.username}
        error={error('username')}
        onChange={(event) => onChange({ username: event.target.value })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="section-git new-password"
        hint="Password or access token. Used for this request only and never stored."
        required
        readOnly={isDisabled}
        value={draft.password}
        error={error('password')}
        onChange={(event) => onChange({ password: event.target.value })}
      />
    </div>
  );
}
