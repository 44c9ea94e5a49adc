import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { servicesQuery } from '../test-runs.queries.ts';

/** Of which services the tests run. */
export function ServiceChoice(field: Omit<ComponentProps<typeof CheckboxGroup>, 'legend' | 'options'>) {
  const services = useQuery(servicesQuery());
  return (
    <QueryPanel query={services} skeleton={<Skeleton lines={3} label="Loading services" />}>
      {({ services: all }) => (
        <CheckboxGroup
          legend="Services whose tests run (all if none is selected)"
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          {...field}
        />
      )}
    </QueryPanel>
  );
}
