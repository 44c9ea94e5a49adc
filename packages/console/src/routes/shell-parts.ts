import { lazyPart } from '../ui/lazy-part.tsx';

// Loaded on demand: they import parts of most features, which visitors don't need.
export const SignedInDialog = lazyPart(async () => (await import('./SignedInDialog.tsx')).SignedInDialog);

const loadParts = async () => (await import('./signed-in-parts.ts')).signedInParts;
export const SignedInWork = lazyPart(async () => (await loadParts()).SignedInWork);
export const PlaceTabs = lazyPart(async () => (await loadParts()).PlaceTabs);
export const SideNavigation = lazyPart(async () => (await loadParts()).SideNavigation);
export const SystemStatus = lazyPart(async () => (await loadParts()).SystemStatus);
export const TopNavigation = lazyPart(async () => (await loadParts()).TopNavigation);
