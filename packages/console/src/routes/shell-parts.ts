import { lazyPart } from '../ui/lazy-part.tsx';

// Loaded on demand: they import parts of most features, which visitors don't need.
export const SignedInDialog = lazyPart(async () => (await import('./SignedInDialog.tsx')).SignedInDialog);
export const SignedInWork = lazyPart(async () => (await import('./SignedInWork.tsx')).SignedInWork);
