import type { Connection } from '@atrium/contract/connections/connections';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Select } from '../../../ui/Select.tsx';
import { placeOf, signInOf } from '../connections/connections.queries.ts';

const TYPED = { value: '', label: 'Another repository …' };

interface ConnectionChoiceProps {
  connections: readonly Connection[];
  /** Empty for a repository whose address is typed. */
  value: string;
  isDisabled: boolean;
  onChange: (connectionId: string) => void;
}

/** The connected repositories, and the choice to type the address of another one. */
export function ConnectionChoice({ connections, value, isDisabled, onChange }: ConnectionChoiceProps) {
  const chosen = connections.find(({ id }) => id === value);
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Connection"
        options={[
          ...connections.map(({ id, name, isDefault }) => ({
            value: id,
            label: isDefault ? `${name} (default)` : name,
          })),
          TYPED,
        ]}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      />
      {chosen && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {`${placeOf(chosen)}, ${chosen.defaultBranch === null ? 'default branch' : `branch ${chosen.defaultBranch}`}. ${signInOf(chosen)}. `}
          <AppLink className="link" href={paths.changes('connections')}>
            Connections
          </AppLink>
        </p>
      )}
    </div>
  );
}
