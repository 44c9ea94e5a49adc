import { PageNotFound } from '../../layout/PageNotFound.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { KitActions } from './KitActions.tsx';
import { KitFields } from './KitFields.tsx';
import { KitTables } from './KitTables.tsx';

const failure = Object.assign(new Error('An unexpected error encountered when connecting to the server.'), {
  body: { status: 500, message: 'An unexpected error encountered when connecting to the server.' },
  requestId: '0190f2c4-7a10',
});

function KitMessages() {
  return (
    <Card title="Messages">
      <div className="flex flex-col gap-3">
        <ErrorAlert error={failure} onRetry={() => undefined} />
        <Alert kind="warning" title="The service is busy">
          Nothing is lost; it answers again in a moment.
        </Alert>
        <Alert kind="success">E-mail verification successful!</Alert>
        <Alert>Two-way comparison: no common version is known.</Alert>
        <Skeleton />
      </div>
    </Card>
  );
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Shows every part of the kit to developers of the console, on their own machine. */
export function KitPage() {
  if (!loopback.has(window.location.hostname)) return <PageNotFound />;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      <PageHeader
        title="The console's parts"
        description="What pages are built of, in the theme in use. Shown on this machine only."
      />
      <KitActions />
      <KitFields />
      <KitMessages />
      <KitTables />
    </div>
  );
}
