import type { ReactNode } from 'react';

/**
 * Skeletons of pages for signed-in users, by path. Filled when documents are prerendered. Empty in the browser, which
 * keeps a prerendered document until the sign-in state is known.
 */
export const outlines = new Map<string, ReactNode>();
