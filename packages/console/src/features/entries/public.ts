import { lazyPart } from '../../ui/lazy-part.tsx';

export const EntriesTab = lazyPart(async () => (await import('./EntriesTab.tsx')).EntriesTab);
