import { QueueCard } from './QueueCard.tsx';
import { SchedulesCard } from './SchedulesCard.tsx';

/** What starts functions without anyone who waits for them. */
export function QueueTab({ serviceId }: { serviceId: string }) {
  return (
    <div className="flex flex-col gap-5">
      <QueueCard serviceId={serviceId} />
      <SchedulesCard serviceId={serviceId} />
    </div>
  );
}
