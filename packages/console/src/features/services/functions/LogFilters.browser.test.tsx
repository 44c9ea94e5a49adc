import type { Person } from '@atrium/contract/accounts/people';
import type { Invocation } from '@atrium/contract/service-api/functions/invocations';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { Table } from '../../../ui/Table.tsx';
import { LogFilters } from './LogFilters.tsx';
import { logColumns } from './log-columns.tsx';
import { NO_LOG_FIELDS, toLogFilter } from './log-filter.ts';

const bo: Person = {
  userId: '0190f2c4-7a10-7000-8000-000000000000',
  username: 'bo',
  email: 'bo@example.com',
  firstName: 'Bo',
  lastName: 'Lindqvist',
  roles: [],
  createdOn: '2026-11-01T00:00:00Z',
  isConfirmed: true,
  isOwner: false,
  invitationEndsOn: null,
  permissions: [],
};

function Filters({ people }: { people?: Person[] | undefined }) {
  const [fields, setFields] = useState(NO_LOG_FIELDS);
  return (
    <>
      <LogFilters
        fields={fields}
        onChange={setFields}
        functions={['greet', 'orders/create']}
        people={people}
      />
      <output>{JSON.stringify(toLogFilter(fields))}</output>
    </>
  );
}

it('narrows the log by function and by person', async () => {
  const screen = await draw(<Filters people={[bo]} />);
  await screen.getByRole('combobox', { name: 'Function' }).selectOptions('orders/create');
  await screen.getByRole('combobox', { name: 'Called by' }).selectOptions('Bo Lindqvist (bo)');
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent(`{"function":"orders/create","userId":"${bo.userId}"}`);
  await expectNoFindings();
});

it('marks a time whose year has too many digits, and leaves it out', async () => {
  const screen = await draw(<Filters />);
  const from = screen.getByLabelText('From');
  await from.fill('202610-11-22T10:30');
  await expect.element(from).toHaveAccessibleDescription('Please enter a year of four digits.');
  await expect.element(screen.getByRole('status')).toHaveTextContent('{}');
});

it('offers no people to whoever may not see them', async () => {
  const screen = await draw(<Filters />);
  await expect.element(screen.getByRole('combobox', { name: 'Function' })).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Called by' })).not.toBeInTheDocument();
});

it('says of each call who made it, and from where', async () => {
  const call: Invocation = {
    id: '0190f2c4-7a10-7000-8000-000000000001',
    calledOn: '2026-11-01T09:00:00Z',
    function: 'greet',
    event: null,
    version: 1,
    userId: bo.userId,
    source: 'CONSOLE',
    status: 'OK',
    durationMs: 1,
    memoryBytes: 1,
    error: null,
  };
  const columns = logColumns({ onOpen: () => undefined, nameOf: () => 'Bo Lindqvist' });
  const screen = await draw(
    <Table caption="Calls" columns={columns} rows={[call]} rowKey={({ id }) => id} />,
  );
  await expect.element(screen.getByRole('cell', { name: 'Bo Lindqvist The console' })).toBeVisible();
});
