import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/Card.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { Comparison } from './Comparison.tsx';
import { usageDaysQuery } from './usage.queries.ts';

/** Why a month cost more or less than an earlier one; nothing in the first month, which has none. */
export function ComparisonCard({ month, isRunning }: { month: string; isRunning: boolean }) {
  const { data } = useQuery(usageDaysQuery(month, 'service'));
  if (data === undefined || data.firstMonth >= month) return null;
  return (
    <Card>
      <Collapsible level={2} title="Compare with an earlier month">
        <Comparison month={month} firstMonth={data.firstMonth} isRunning={isRunning} />
      </Collapsible>
    </Card>
  );
}
