import { withSearch } from './console-paths.ts';

/** Pages about access keys of one's own, apart from the other links: the sign-in page loads those. */
export const keyPaths = {
  list: () => '/console/keys',
  /** Opens the form for a new key with these permissions chosen, comma-separated. */
  create: (permissions: string) => withSearch('/console/keys', { create: permissions }),
  /** Page that approves a device with this code; without a code, the page prompts for it. */
  allow: (code = '') => withSearch('/console/keys', { code }),
};
