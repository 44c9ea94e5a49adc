import { SystemStatus } from '../features/services/SystemStatus.tsx';
import { PlaceTabs } from '../layout/PlaceTabs.tsx';
import { SideNavigation } from '../layout/SideNavigation.tsx';
import { TopNavigation } from '../layout/TopNavigation.tsx';
import { SignedInWork } from './SignedInWork.tsx';

/** All that is around the pages of signed-in users, in one file to load. */
export const signedInParts = { PlaceTabs, SideNavigation, SignedInWork, SystemStatus, TopNavigation };
