import { SideColumn } from './SideColumn.tsx';
import { TopNavigation } from './TopNavigation.tsx';

/** Navigation around the pages of signed-in users, in one file to load. */
export const signedInFrame = { SideColumn, TopNavigation };
