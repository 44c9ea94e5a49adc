import type { Connection } from '@atrium/contract/connections/connections';
import { type GitApp, startGitApp } from '@atrium/contract/connections/git-apps';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { gitAppsQuery } from './connections.queries.ts';

/** Apps that the operator has set up; nothing without one. */
export function AppChoice() {
  const apps = useQuery(gitAppsQuery()).data?.apps ?? [];
  if (apps.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 border-b border-line pb-4 sm:col-span-2">
      <p className="text-sm text-ink-soft">
        Allow the access at your git host and choose a repository there, without a password or key:
      </p>
      <div className="flex flex-wrap gap-2">
        {apps.map((app) => (
          <ConnectWithApp key={app.kind} app={app} label={`Connect with ${app.name}`} />
        ))}
      </div>
    </section>
  );
}

/** Replaces the access of a connection with an app; nothing for other connections. */
export function ConnectAgain({ connection: { id, app: kind } }: { connection: Connection }) {
  const apps = useQuery({ ...gitAppsQuery(), enabled: kind !== null });
  const app = apps.data?.apps.find((each) => each.kind === kind);
  return app === undefined ? null : <ConnectWithApp app={app} connectionId={id} label="Connect again" />;
}

interface ConnectWithAppProps {
  app: GitApp;
  label: string;
  /** Connection whose access is replaced. */
  connectionId?: string;
}

/** Opens the host's page, which leads back to the console. */
function ConnectWithApp({ app, label, connectionId }: ConnectWithAppProps) {
  const { kind, name } = app;
  const refusal = useRefusal(startGitApp);
  const starting = useChange({
    mutationFn: () => call(startGitApp, { params: { kind }, body: { connectionId } }),
    onSuccess: ({ url }) => {
      // Going back may restore the page in this state from the browser's cache.
      window.addEventListener('pageshow', () => starting.reset(), { once: true });
      window.location.assign(url);
    },
  });
  return (
    <>
      <Button
        refusal={refusal}
        isBusy={starting.isPending || starting.isSuccess}
        onClick={() => starting.mutate()}
      >
        {label}
      </Button>
      <ErrorDialog
        title={`The connection with ${name} was not started`}
        error={starting.error}
        onClose={starting.reset}
      />
    </>
  );
}
