import { editFiles } from '@atrium/contract/configuration/edit';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
import { textsOf } from '../items/field-texts.ts';
import type { MetaItem } from '../items/meta-item.ts';
import { AddressDialog } from './AddressDialog.tsx';
import { AddressTrigger } from './AddressTrigger.tsx';
import { readAddress } from './address-values.ts';
import { EventsDialog } from './EventsDialog.tsx';
import { ReachDialog } from './ReachDialog.tsx';
import { REACH_LABELS, REACH_LISTS } from './reach-values.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { metadataQuery } from './trigger.queries.ts';
import { isDisabled, type Trigger, triggersOf } from './triggers.ts';

const DIALOGS = {
  address: AddressDialog,
  schedules: ScheduleDialog,
  events: EventsDialog,
  reach: ReachDialog,
};

/** Triggers of a function, what it may reach, and forms that edit both in its metadata. */
export function FunctionTriggers({ serviceId, name }: { serviceId: string; name: string }) {
  const metadata = useQuery(metadataQuery(serviceId, name));
  const [edited, setEdited] = useState<keyof typeof DIALOGS>();
  const item = metadata.data ?? undefined;
  const Dialog = edited && DIALOGS[edited];
  return (
    <Card title="Triggers">
      <QueryPanel query={metadata}>
        {() => {
          if (item && item.fields === undefined) {
            return (
              <AppLink href={paths.service(serviceId, { file: filePathOf(item.place) })} className="link">
                Edit the metadata as text
              </AppLink>
            );
          }
          const address = readAddress(item?.fields);
          const others = item ? triggersOf([item]) : [];
          const schedules = others.filter(({ kind }) => kind === 'Schedule');
          const events = others.filter(({ kind }) => kind === 'Event');
          return (
            <div className="flex flex-col gap-4">
              {item && isDisabled(item) && (
                <p>The function is disabled: no address, schedule or event calls it.</p>
              )}
              <Part
                title="Address"
                empty={!address && 'The function has no address.'}
                editLabel={address ? 'Edit address' : 'Add address'}
                onEdit={() => setEdited('address')}
              >
                {address && <AddressTrigger serviceId={serviceId} name={name} address={address} />}
              </Part>
              <Part
                title="Schedules"
                empty={schedules.length === 0 && 'No schedule runs the function.'}
                editLabel={schedules.length > 0 ? 'Edit schedules' : 'Add schedule'}
                onEdit={() => setEdited('schedules')}
              >
                <ScheduleTriggers serviceId={serviceId} name={name} declared={schedules} />
              </Part>
              <Part
                title="Events"
                empty={events.length === 0 && 'No event starts the function.'}
                editLabel={events.length > 0 ? 'Edit events' : 'Add events'}
                onEdit={() => setEdited('events')}
              >
                <p className="wrap-anywhere">{events.map(({ what }) => what).join(', ')}</p>
              </Part>
              <Reach item={item} onEdit={() => setEdited('reach')} />
            </div>
          );
        }}
      </QueryPanel>
      {Dialog && (
        <Dialog serviceId={serviceId} name={name} item={item} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

interface PartProps {
  title: string;
  /** Text in place of the content. */
  empty: string | false;
  editLabel: string;
  onEdit: () => void;
  children: ReactNode;
}

/** Part of the card with the button of its form. */
function Part({ title, empty, editLabel, onEdit, children }: PartProps) {
  const refusal = useRefusal(editFiles);
  return (
    <section className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        <Button size="small" refusal={refusal} onClick={onEdit}>
          {editLabel}
        </Button>
      </div>
      {empty === false ? children : <p className="text-sm text-ink-soft">{empty}</p>}
    </section>
  );
}

/** Hosts, secrets and variables that a function declares. */
function Reach({ item, onEdit }: { item: MetaItem | undefined; onEdit: () => void }) {
  const lists = REACH_LISTS.map((list) => ({ list, declared: textsOf(item?.fields?.[list]) })).filter(
    ({ declared }) => declared.length > 0,
  );
  return (
    <Part
      title="May reach"
      empty={lists.length === 0 && 'The function reaches no host and gets no secret or variable.'}
      editLabel="Edit hosts and secrets"
      onEdit={onEdit}
    >
      <Facts>
        {lists.map(({ list, declared }) => (
          <Fact key={list} name={REACH_LABELS[list]}>
            {declared.join(', ')}
          </Fact>
        ))}
      </Facts>
    </Part>
  );
}

interface ScheduleTriggersProps {
  serviceId: string;
  name: string;
  declared: readonly Trigger[];
}

/** Schedules with their next and last times. */
function ScheduleTriggers({ serviceId, name, declared }: ScheduleTriggersProps) {
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
    </>
  );
}
