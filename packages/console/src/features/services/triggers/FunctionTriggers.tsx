import { editFiles } from '@atrium/contract/configuration/edit';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { schedulesQuery } from '../background/background.queries.ts';
import { ScheduleTicks } from '../background/ScheduleTicks.tsx';
import type { MetaItem } from '../items/meta-item.ts';
import { AddressDialog } from './AddressDialog.tsx';
import { AddressTrigger } from './AddressTrigger.tsx';
import { readAddress } from './address-values.ts';
import { metadataQuery } from './trigger.queries.ts';
import { isDisabled, triggersOf } from './triggers.ts';

/** Triggers of a function: its address, schedules and events. */
export function FunctionTriggers({ serviceId, name }: { serviceId: string; name: string }) {
  const metadata = useQuery(metadataQuery(serviceId, name));
  const [isEditing, setEditing] = useState(false);
  const refusal = useRefusal(editFiles);
  const item = metadata.data ?? undefined;
  const isUnreadable = item !== undefined && item.fields === undefined;
  const address = readAddress(item?.fields);
  return (
    <Card
      title="Triggers"
      actions={
        metadata.data !== undefined &&
        !isUnreadable && (
          <Button size="small" refusal={refusal} onClick={() => setEditing(true)}>
            {address ? 'Edit address' : 'Add address'}
          </Button>
        )
      }
    >
      <QueryPanel query={metadata}>
        {() => {
          if (item && isUnreadable) {
            return (
              <AppLink href={paths.service(serviceId, { file: filePathOf(item.place) })} className="link">
                Edit the metadata as text
              </AppLink>
            );
          }
          return (
            <div className="flex flex-col gap-4">
              {item && isDisabled(item) && (
                <p>The function is disabled: no address, schedule or event calls it.</p>
              )}
              {address ? (
                <AddressTrigger serviceId={serviceId} name={name} address={address} />
              ) : (
                <p className="text-sm text-ink-soft">The function has no address.</p>
              )}
              <OtherTriggers serviceId={serviceId} item={item} name={name} />
            </div>
          );
        }}
      </QueryPanel>
      {isEditing && (
        <AddressDialog serviceId={serviceId} name={name} item={item} onClose={() => setEditing(false)} />
      )}
    </Card>
  );
}

/** Schedules with their next and last times, and events. */
function OtherTriggers({
  serviceId,
  name,
  item,
}: {
  serviceId: string;
  name: string;
  item: MetaItem | undefined;
}) {
  const others = item ? triggersOf([item]) : [];
  const declared = others.filter(({ kind }) => kind === 'Schedule');
  const events = others.filter(({ kind }) => kind === 'Event');
  const mayCall = mayDo(useAuth(), 'functions.invoke');
  const schedules = useQuery({
    ...schedulesQuery(serviceId, name),
    enabled: mayCall && declared.length > 0,
  });
  return (
    <>
      {declared.map(({ id, what, details }, position) => {
        const known = schedules.data?.schedules.find((each) => each.position === position);
        return (
          <Facts key={id}>
            <Fact name="Schedule">
              <span className="font-mono">{what}</span> ({details})
            </Fact>
            {known && <Fact name="Next">{formatDateTime(known.nextOn)}</Fact>}
            {known && (
              <Fact name="Last five" isWide>
                <ScheduleTicks serviceId={serviceId} name={name} ticks={known.ticks} />
              </Fact>
            )}
          </Facts>
        );
      })}
      {schedules.error && <ErrorAlert error={schedules.error} />}
      {events.length > 0 && (
        <Facts>
          <Fact name="Events" isWide>
            {events.map(({ what }) => what).join(', ')}
          </Fact>
        </Facts>
      )}
    </>
  );
}
