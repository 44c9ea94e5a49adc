import { PageNotFound } from '../layout/PageNotFound.tsx';
import { KitPage } from '../ui/kit/KitPage.tsx';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The kit is for developers of the console and for demonstrations, on their own machine. */
export function KitOnLoopback() {
  return loopback.has(window.location.hostname) ? <KitPage /> : <PageNotFound />;
}
