export { LimitNotices } from './LimitNotices.tsx';
export { LimitsCard } from './LimitsCard.tsx';
export { OldVersionsCard } from './OldVersionsCard.tsx';
