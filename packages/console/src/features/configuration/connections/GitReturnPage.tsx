import { finishGitApp } from '@atrium/contract/connections/git-apps';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

/** A host's response is valid once, so each is sent once, however often React mounts the page. */
const returns = new Map<string, Promise<string>>();

async function finish(query: string): Promise<string> {
  const { grantId, connectionId } = await call(finishGitApp, { body: { query } });
  if (grantId !== null) return paths.changes('connections', { grant: grantId });
  return paths.changes('connections', connectionId === null ? {} : { connection: connectionId });
}

function returnOf(query: string): Promise<string> {
  const known = returns.get(query) ?? finish(query);
  returns.set(query, known);
  return known;
}

/** Git hosts lead back here, with a response in the query. The next page takes its place in the history. */
export function GitReturnPage() {
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isShown = true;
    returnOf(window.location.search).then(
      (next) => isShown && window.location.replace(next),
      (thrown: unknown) => isShown && setError(thrown),
    );
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <>
      <PageHeader title="Connect a repository" />
      <Card>
        {error === null ? (
          <Spinner label="Asking the git host …" isLabelShown />
        ) : (
          <ErrorAlert
            error={error}
            title="The repository could not be connected"
            actions={
              <AppLink className={buttonClass('secondary', 'small')} href={paths.changes('connections')}>
                Back to the connections
              </AppLink>
            }
          />
        )}
      </Card>
    </>
  );
}
