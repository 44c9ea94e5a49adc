import { formatCents } from '@atrium/contract/billing/money';
import type { Permission } from '@atrium/contract/permissions';
import { paths } from '../../paths.ts';
import { FUNCTIONS_SERVICE } from './overview.queries.ts';

/** Undefined while loading, null after an error. */
type Finding = boolean | null | undefined;

/** Data from which the completed steps are derived: actions of the person, and the state of their domain. */
export interface Progress {
  hasCalled: Finding;
  hasChanged: Finding;
  hasTested: Finding;
  hasRepository: Finding;
  hasCard: Finding;
  /** Free credit granted with a first card. */
  offerCents: number;
}

export interface FirstStep {
  label: string;
  hint: string;
  href: string;
  isDone: Finding;
  permission: Permission;
}

const GREET = paths.service(FUNCTIONS_SERVICE, { function: 'greet' });

/** Steps in the recommended order, from an empty domain to one in use. */
export function listFirstSteps(progress: Progress): FirstStep[] {
  const { hasCalled, hasChanged, hasTested, hasRepository, hasCard, offerCents } = progress;
  return [
    {
      label: 'Call a function',
      hint: 'The input is filled in. Press Call.',
      href: GREET,
      isDone: hasCalled,
      permission: 'functions.invoke',
    },
    {
      label: 'Change it',
      hint: 'Save makes it live.',
      href: GREET,
      isDone: hasChanged,
      permission: 'configuration.write',
    },
    {
      label: 'Run the tests',
      hint: 'Some are already there.',
      href: paths.runTests(),
      isDone: hasTested,
      permission: 'tests.run',
    },
    {
      label: 'Connect a repository',
      hint: 'Keep it all in git.',
      href: paths.gitPull(),
      isDone: hasRepository,
      permission: 'configuration.exchange',
    },
    {
      label: 'Add a card',
      hint:
        offerCents > 0
          ? `It brings ${formatCents(offerCents)} of free credit.`
          : 'For when usage costs something.',
      href: paths.payment(),
      isDone: hasCard,
      permission: 'billing.pay',
    },
  ];
}
