import { listBranches } from '@atrium/contract/configuration/branches';
import { GIT_MAX_BRANCHES } from '@atrium/contract/configuration/limits';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { GitBranch } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { ConnectionDraft } from './connection-draft.ts';
import { useBranches } from './use-branches.ts';

interface BranchFieldsProps {
  draft: ConnectionDraft;
  onChange: (change: Partial<ConnectionDraft>) => void;
  /** Fields can then only be read, and keep the focus in which Enter was pressed. */
  isDisabled: boolean;
  /** Highlights missing fields; returns false if the branches cannot be loaded yet. */
  checkRequired: () => boolean;
  /** A push takes no commit to go back to. */
  hasCommitSha?: boolean;
}

/** The toggles 'Branch' and 'Revert to commit sha' with the inputs they reveal. */
export function BranchFields(props: BranchFieldsProps) {
  const { draft, onChange, isDisabled, checkRequired, hasCommitSha = true } = props;
  const refusal = useRefusal(listBranches);
  const branches = useBranches(draft, onChange, isDisabled);
  const found = branches.remote?.branches ?? [];
  // The others can only be typed.
  const isCut = found.length >= GIT_MAX_BRANCHES;
  const tags = new Set(branches.remote?.tags);
  const known = [...found, ...tags];
  // A name that is not (yet) on the remote stays as it was typed.
  const offered = draft.branch && !known.includes(draft.branch) ? [draft.branch, ...known] : known;
  const markOf = (name: string) =>
    name === branches.remote?.defaultBranch ? ' (default)' : tags.has(name) ? ' (tag)' : '';
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Branch"
        checked={draft.hasBranch}
        disabled={isDisabled}
        onChange={(event) => onChange({ hasBranch: event.target.checked })}
      />
      {draft.hasBranch && (
        <div className="flex flex-wrap items-end gap-3">
          {found.length > 0 && hasCommitSha && !isCut ? (
            <Select
              label="Branch name"
              placeholder="The default branch"
              className="min-w-60 flex-1"
              options={offered.map((name) => ({ value: name, label: name + markOf(name) }))}
              value={draft.branch}
              disabled={isDisabled}
              onChange={(event) => onChange({ branch: event.target.value })}
            />
          ) : (
            <TextField
              label="Branch name"
              className="min-w-60 flex-1"
              list="atrium-branches"
              spellCheck={false}
              placeholder="main"
              value={draft.branch}
              readOnly={isDisabled}
              onChange={(event) => onChange({ branch: event.target.value })}
            />
          )}
          <datalist id="atrium-branches">
            {found.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button
            icon={<GitBranch aria-hidden size={18} />}
            isBusy={branches.isPending}
            refusal={refusal}
            disabled={isDisabled}
            onClick={() => checkRequired() && branches.load()}
          >
            Load branches
          </Button>
          {isCut && (
            <p className="w-full text-sm text-ink-soft">
              {`The first ${found.length.toLocaleString('en-US')} branches are suggested. You can enter any other one.`}
            </p>
          )}
          {branches.remote && found.length === 0 && (
            <p className="w-full text-sm text-ink-soft">This repository has no branches yet.</p>
          )}
        </div>
      )}
      {branches.error && <ErrorAlert error={branches.error} title="The branches could not be loaded." />}
      {hasCommitSha && (
        <>
          <Switch
            label="Revert to commit sha"
            checked={draft.hasCommitSha}
            disabled={isDisabled}
            onChange={(event) => onChange({ hasCommitSha: event.target.checked })}
          />
          {draft.hasCommitSha && (
            <TextField
              label="Commit sha"
              hint="Pulls the configuration as it was at this commit; nothing is changed in git. Enter 7 to 64 hexadecimal digits."
              spellCheck={false}
              inputClassName="font-mono"
              value={draft.commitSha}
              readOnly={isDisabled}
              onChange={(event) => onChange({ commitSha: event.target.value })}
            />
          )}
        </>
      )}
    </div>
  );
}
