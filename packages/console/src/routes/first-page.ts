import type { AnyRouter } from '@tanstack/react-router';
import { LazyQueries } from '../layout/Shell.tsx';
import { PlaceTabs, SideNavigation, SignedInWork, SystemStatus, TopNavigation } from './shell-parts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Reads the page's data before it is first drawn. */
    read?: () => Promise<void>;
  }
}

/** Data that takes longer follows after the page: its panels say so. */
const LONGEST_MS = 150;

/** Loads what the first page of a signed-in user needs to be drawn at once; its outline stays meanwhile. */
export async function loadFirstPage({ state }: AnyRouter): Promise<void> {
  const read = state.matches.at(-1)?.staticData.read;
  await Promise.all([
    ...[LazyQueries, PlaceTabs, SideNavigation, SignedInWork, SystemStatus, TopNavigation].map(
      ({ preload }) => preload(),
    ),
    // A failed read is reported by the page itself.
    Promise.race([
      read?.().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, LONGEST_MS)),
    ]),
  ]);
}
