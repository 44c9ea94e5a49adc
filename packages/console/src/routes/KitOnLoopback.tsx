import { PageNotFound } from '../layout/PageNotFound.tsx';
import { KitPage } from '../ui/kit/KitPage.tsx';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The kit is for those who develop the console or look at a demonstration, on their own machine. */
export function KitOnLoopback() {
  return loopback.has(window.location.hostname) ? <KitPage /> : <PageNotFound />;
}
