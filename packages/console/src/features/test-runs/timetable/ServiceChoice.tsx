import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { servicesQuery } from '../test-runs.queries.ts';

interface ServiceChoiceProps extends Omit<ComponentProps<typeof CheckboxGroup>, 'legend' | 'options'> {
  /** Ids that were chosen before. */
  chosen: readonly string[];
}

/** Of which services the tests run. */
export function ServiceChoice({ chosen, ...field }: ServiceChoiceProps) {
  const services = useQuery(servicesQuery());
  return (
    <QueryPanel query={services} skeleton={<Skeleton lines={3} label="Loading services" />}>
      {({ services: all }) => (
        <CheckboxGroup
          legend="Services whose tests run (all if none is selected)"
          options={[
            ...all.map(({ id, name }) => ({ value: id, label: name })),
            // Without a box of its own it could not be left out, and the time not be saved.
            ...chosen
              .filter((id) => !all.some((service) => service.id === id))
              .map((id) => ({ value: id, label: `${id} (no longer registered)` })),
          ]}
          {...field}
        />
      )}
    </QueryPanel>
  );
}
