import { SideColumn } from './SideColumn.tsx';
import { TopNavigation } from './TopNavigation.tsx';

/** What stands around the pages of the signed-in, in one file to load. */
export const signedInFrame = { SideColumn, TopNavigation };
