import type { ReactNode } from 'react';

/**
 * What a page of the signed-in shows of itself before anything is known, by its path. Filled where documents are drawn
 * ahead; empty in the browser, which leaves such a document alone until it is known who is there.
 */
export const outlines = new Map<string, ReactNode>();
