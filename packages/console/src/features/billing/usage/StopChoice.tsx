import type { BudgetStop } from '@atrium/contract/billing/budget-fields';
import { writeStop } from '@atrium/contract/billing/stop-texts';
import { nameOfTarget } from '@atrium/contract/service-api/functions/usage-target';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { runningMonth } from './months.ts';
import { costlyFunctionsQuery, servicesQuery } from './usage.queries.ts';
import { useMissingFunctions } from './use-missing-functions.ts';

interface StopChoiceProps extends Omit<ComponentProps<typeof CheckboxGroup>, 'legend' | 'options'> {
  /** Functions and services that the budget stops so far. */
  chosen: readonly BudgetStop[];
}

/**
 * Selects the calls that a reached budget stops: all functions of a service, or some of the month's most expensive
 * functions.
 */
export function StopChoice({ chosen, ...field }: StopChoiceProps) {
  const services = useQuery(servicesQuery());
  const used = useQuery(costlyFunctionsQuery(runningMonth()));
  const missing = useMissingFunctions(chosen);
  return (
    <QueryPanel query={services} skeleton={<Skeleton lines={3} label="Loading services" />}>
      {({ services: all }) => {
        const whole = all.map(({ id, name }) => ({ value: id, label: `All functions of ${name}` }));
        const costly = (used.data?.content ?? []).flatMap(({ service, target, isCollection }) => {
          const name = isCollection ? undefined : nameOfTarget(target);
          return name === undefined ? [] : [writeStop({ serviceId: service.id, function: name })];
        });
        // Include chosen functions, which could not be unselected without a box.
        const names = new Set([...chosen.map(writeStop), ...costly]);
        for (const { value } of whole) names.delete(value);
        return (
          <CheckboxGroup
            legend="Functions to stop at this amount (optional)"
            options={[
              ...whole,
              ...[...names].map((name) => ({
                value: name,
                label: <span className="wrap-anywhere">{name}</span>,
                hint: missing.includes(name) && 'Not in the live configuration',
              })),
            ]}
            {...field}
          />
        );
      }}
    </QueryPanel>
  );
}
