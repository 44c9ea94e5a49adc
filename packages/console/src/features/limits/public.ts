export { LimitNotices } from './LimitNotices.tsx';
