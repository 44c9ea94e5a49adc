import { withSearch } from './console-paths.ts';

/** Pages about access keys of one's own, apart from the other links: the sign-in page loads those. */
export const keyPaths = {
  list: () => '/console/keys',
  /** Where a device that shows this code is allowed; without one, the page asks for it. */
  allow: (code = '') => withSearch('/console/keys', { code }),
};
