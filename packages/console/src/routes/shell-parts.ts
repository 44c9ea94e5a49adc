import { lazyPart } from '../ui/lazy-part.tsx';

// They pull in parts of most features: visitors do without.
export const SignedInDialog = lazyPart(async () => (await import('./SignedInDialog.tsx')).SignedInDialog);
export const SignedInWork = lazyPart(async () => (await import('./SignedInWork.tsx')).SignedInWork);
