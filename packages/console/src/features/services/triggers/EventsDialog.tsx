import { FUNCTIONS_FOLDER } from '@atrium/contract/service-api/files/item-file-names';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { useQuery } from '@tanstack/react-query';
import type { EndpointForm } from '../../../api/use-endpoint-form.ts';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { itemsQuery } from '../items/item.queries.ts';
import { RULES_FOLDER } from '../rules/rule-values.ts';
import {
  EVENT_LABELS,
  type EventValues,
  eventForm,
  eventsOf,
  toEventFields,
  toEventValues,
} from './event-values.ts';
import { type EditedMetadata, MetadataDialog } from './MetadataDialog.tsx';

const CHANGES = ['inserted', 'updated', 'deleted'] as const;

/** Events that a form offers: changes of entries by collection, and events that rules and functions name. */
interface OfferedEvents {
  collections: readonly string[];
  sent: readonly string[];
}

/** Form for the events of a function. */
export function EventsDialog(props: EditedMetadata) {
  const offered = useOfferedEvents(props.serviceId);
  const title = `Events of ${props.name}`;
  if (!offered)
    return (
      <Dialog isOpen title={title} onClose={props.onClose}>
        <Skeleton label="Loading the known events" />
      </Dialog>
    );
  const known = new Set([
    ...offered.collections.flatMap((name) => CHANGES.map((change) => eventOf(name, change))),
    ...offered.sent,
  ]);
  return (
    <MetadataDialog<EventValues>
      {...props}
      title={title}
      description="The function runs after each of these events as soon as you save. Its input is the data sent with the event."
      schema={eventForm}
      toValues={(fields) => toEventValues(fields, known)}
      toFields={toEventFields}
      describe={(values) => {
        const events = eventsOf(toEventFields(values, {}));
        return events.length === 0
          ? `Run ${props.name} with no events`
          : `Run ${props.name} with ${events.join(', ')}`.slice(0, 500);
      }}
      labels={EVENT_LABELS}
    >
      {(form) => <EventFields form={form} offered={offered} />}
    </MetadataDialog>
  );
}

const eventOf = (collection: string, change: (typeof CHANGES)[number]) => `content.${collection}.${change}`;

/** Undefined while they are being read; those that can't be read can be typed. */
function useOfferedEvents(serviceId: string): OfferedEvents | undefined {
  const collections = useQuery(itemsQuery(SHIPPED_SERVICES.content.id, 'collections'));
  const rules = useQuery(itemsQuery(serviceId, RULES_FOLDER));
  const functions = useQuery(itemsQuery(serviceId, FUNCTIONS_FOLDER));
  if (collections.isPending || rules.isPending || functions.isPending) return undefined;
  const named = [
    ...(rules.data ?? []).map(({ fields }) => fields?.['event']).filter((event) => typeof event === 'string'),
    ...(functions.data ?? []).flatMap(({ fields }) => eventsOf(fields)),
  ];
  return {
    collections: (collections.data ?? []).map(({ name }) => name).sort(),
    sent: [...new Set(named.filter((event) => !event.startsWith('content.')))].sort(),
  };
}

interface EventFieldsProps {
  form: EndpointForm<EventValues, EventValues>;
  offered: OfferedEvents;
}

function EventFields({ form, offered: { collections, sent } }: EventFieldsProps) {
  return (
    <>
      {collections.length + sent.length > 0 && (
        <div className="grid max-h-80 grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-4 overflow-auto">
          {collections.map((name) => (
            <CheckboxGroup
              key={name}
              legend={`Entries of ${name}`}
              options={CHANGES.map((change) => ({ value: eventOf(name, change), label: change }))}
              {...form.field('chosen')}
            />
          ))}
          {sent.length > 0 && (
            <CheckboxGroup
              legend="Events of rules and functions"
              options={sent.map((event) => ({ value: event, label: event }))}
              {...form.field('chosen')}
            />
          )}
        </div>
      )}
      <TextArea
        label={EVENT_LABELS.own}
        hint="One in a line, such as order.created or order.*"
        rows={3}
        isCode
        spellCheck={false}
        {...form.field('own')}
      />
    </>
  );
}
