export { LimitNotices } from './LimitNotices.tsx';
export { LimitsCard } from './LimitsCard.tsx';
export { limitsQuery } from './limit.queries.ts';
export { OldVersionsCard } from './OldVersionsCard.tsx';
