import { Alert } from '../Alert.tsx';
import { Card } from '../Card.tsx';
import { ErrorAlert } from '../ErrorAlert.tsx';
import { Skeleton } from '../Skeleton.tsx';

const failure = Object.assign(new Error('An unexpected error encountered when connecting to the server.'), {
  body: { status: 500, message: 'An unexpected error encountered when connecting to the server.' },
  requestId: '0190f2c4-7a10',
});

export function KitMessages() {
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
