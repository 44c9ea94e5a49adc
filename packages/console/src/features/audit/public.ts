export { logTarget } from './log-target.ts';
