import { lazyPart } from '../ui/lazy-part.tsx';

// Loaded on demand: they import parts of most features, which visitors don't need.
export const SignedInDialog = lazyPart(async () => (await import('./SignedInDialog.tsx')).SignedInDialog);

const loadParts = async () => (await import('./signed-in-parts.ts')).signedInParts;
export const SignedInWork = lazyPart(async () => (await loadParts()).SignedInWork);
export const SideColumn = lazyPart(async () => (await loadParts()).SideColumn);
export const TopNavigation = lazyPart(async () => (await loadParts()).TopNavigation);
