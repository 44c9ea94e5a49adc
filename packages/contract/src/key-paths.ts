import { withSearch } from './console-paths.ts';

/** Pages about access keys of one's own, apart from the other links: the sign-in page loads those. */
export const keyPaths = {
  list: () => '/console/keys',
  /** Opens the form for a new key with these permissions chosen, comma-separated. */
  create: (permissions: string) => withSearch('/console/keys', { create: permissions }),
  /** Where a device that shows this code is allowed; without one, the page asks for it. */
  allow: (code = '') => withSearch('/console/keys', { code }),
};
