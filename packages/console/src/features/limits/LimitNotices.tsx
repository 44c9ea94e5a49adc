import { type DomainLimit, type LimitName, NOTICE_SHARE, SOFT_LIMITS } from '@atrium/contract/limits/limit';
import { limitAmount } from '@atrium/contract/limits/limit-text';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { limitsQuery } from './limit.queries.ts';

interface LimitNoticesProps {
  /** Limits to include; all soft limits if omitted. */
  names?: readonly LimitName[];
}

/** Warns about limits that are reached or nearly reached. */
export function LimitNotices({ names }: LimitNoticesProps) {
  const { data = [] } = useQuery(limitsQuery());
  const near = data.filter((limit) => isNear(limit) && (names?.includes(limit.name) ?? true));
  if (near.length === 0) return null;
  const isFull = near.some(({ used, limit }) => (used ?? 0) >= limit);
  return (
    <Alert
      kind="warning"
      className="mb-5"
      title={isFull ? 'A limit of your domain is reached' : 'A limit of your domain is almost reached'}
      actions={<AppLink href={paths.usage({ tab: 'limits' })}>See all limits</AppLink>}
    >
      <ul>
        {near.map(({ name, label, unit, used, limit, remedy }) => (
          <li key={name}>
            {label}: {limitAmount(used ?? 0, unit)} of {limitAmount(limit, unit)} used. {remedy}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function isNear({ name, used, limit }: DomainLimit): boolean {
  return !SOFT_LIMITS.has(name) && used !== null && used >= limit * NOTICE_SHARE;
}
