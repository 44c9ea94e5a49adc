import { type Connection, listConnections } from '@atrium/contract/connections/connections';
import {
  AppConnection,
  connectOffered,
  listOfferedRepositories,
  type OfferedRepositories,
} from '@atrium/contract/connections/git-apps';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { SEARCH_DEBOUNCE_MS, useSettled } from '../../../ui/use-settled.ts';
import { Place } from './ConnectionDialog.tsx';

interface OfferedRepositoryDialogProps {
  grantId: string;
  onSaved: (connection: Connection) => void;
  onClose: () => void;
}

const EMPTY = { name: '', repository: '', defaultBranch: '', folder: '' };

/** Chooses one of the repositories that a git host lists for the person who allowed the access. */
export function OfferedRepositoryDialog({ grantId, onSaved, onClose }: OfferedRepositoryDialogProps) {
  const [search, setSearch] = useState('');
  const wanted = useSettled(search.trim(), SEARCH_DEBOUNCE_MS);
  const offered = useQuery({
    ...endpointQuery(listOfferedRepositories, { params: { id: grantId }, query: { search: wanted } }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const form = useEndpointForm(connectOffered, {
    schema: AppConnection,
    params: { id: grantId },
    defaults: EMPTY,
    invalidates: [listConnections],
    onDone(saved) {
      onClose();
      onSaved(saved);
    },
  });
  const repository = useController({ control: form.control, name: 'repository' });
  const name = useController({ control: form.control, name: 'name' });
  const choose = (path: string) => {
    const isSuggested = name.field.value === '' || name.field.value === lastPart(repository.field.value);
    repository.field.onChange(path);
    if (isSuggested) name.field.onChange(lastPart(path));
  };
  const { data, error } = offered;
  let list: ReactNode = <Skeleton lines={4} label="Asking the git host for repositories" />;
  if (error !== null)
    list = (
      <ErrorAlert error={error} onRetry={() => void offered.refetch()} isRetrying={offered.isFetching} />
    );
  else if (data !== undefined)
    list = <Offered offered={data} search={wanted} value={repository.field.value} onChange={choose} />;
  return (
    <FormDialog
      form={form}
      title="Choose a repository"
      description={
        data &&
        `${data.app.name} lists the repositories that ${data.account} may use. Everyone in your domain who may pull and push can then use the one you choose.`
      }
      saveLabel="Connect"
      errorTitle="The repository could not be connected"
      className="sm:grid-cols-2"
      onClose={onClose}
    >
      <TextField
        label="Search"
        type="search"
        className="sm:col-span-2"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className="flex flex-col gap-2 sm:col-span-2" aria-busy={offered.isFetching}>
        {list}
        {repository.fieldState.error && (
          <p role="alert" className="text-sm text-danger">
            {repository.fieldState.error.message}
          </p>
        )}
        {data !== undefined && data.installUrl !== null && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
            Is one missing?
            <a className="link" href={data.installUrl} target="_blank" rel="noreferrer">
              Give the app more repositories at {data.app.name}
            </a>
            <Button size="small" isBusy={offered.isFetching} onClick={() => void offered.refetch()}>
              List again
            </Button>
          </p>
        )}
      </div>
      <TextField
        label="Name"
        className="sm:col-span-2"
        required
        autoComplete="off"
        {...name.field}
        error={name.fieldState.error?.message}
      />
      <Place branch={form.field('defaultBranch')} folder={form.field('folder')} />
    </FormDialog>
  );
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

interface OfferedProps {
  offered: OfferedRepositories;
  search: string;
  value: string;
  onChange: (path: string) => void;
}

function Offered({ offered: { app, account, repositories, isCut }, search, value, onChange }: OfferedProps) {
  if (repositories.length === 0)
    return (
      <p>
        {search === ''
          ? `${app.name} lists no repository for ${account}.`
          : `${app.name} lists no repository with “${search}”.`}
        {value !== '' && ` ${value} stays chosen.`}
      </p>
    );
  return (
    <>
      <RadioGroup
        legend="Repository"
        className="max-h-60 overflow-y-auto"
        value={value}
        onChange={onChange}
        options={repositories.map(({ path, defaultBranch }) => ({
          value: path,
          label: <span className="wrap-anywhere">{path}</span>,
          hint: defaultBranch === null ? 'Empty' : `Branch ${defaultBranch}`,
        }))}
      />
      {isCut && <p className="text-sm text-ink-soft">There are more. Search for one that is not listed.</p>}
      {value !== '' && !repositories.some(({ path }) => path === value) && <p>{`${value} stays chosen.`}</p>}
    </>
  );
}
