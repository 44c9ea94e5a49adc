import { useQuery } from '@tanstack/react-query';
import { Help } from '../../layout/Help.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { limitsQuery } from './limit.queries.ts';
import { limitColumns } from './limit-columns.tsx';

/** Limits of the domain and their usage. */
export function LimitsCard() {
  const limits = useQuery(limitsQuery());
  return (
    <Card title="Limits" description={<Help topic="limits" />} isFlush>
      <EntityTable
        caption="Limits of your domain"
        name="limits"
        query={limits}
        columns={limitColumns}
        rowKey={({ name }) => name}
        expectedRows={12}
        empty={{ hint: 'What your domain may use is shown here.', action: null }}
      />
    </Card>
  );
}
