import { SideColumn } from '../layout/SideColumn.tsx';
import { TopNavigation } from '../layout/TopNavigation.tsx';
import { SignedInWork } from './SignedInWork.tsx';

/** All that is around the pages of signed-in users, in one file to load. */
export const signedInParts = { SideColumn, SignedInWork, TopNavigation };
