import { useState } from 'react';
import { SideNavigation } from './SideNavigation.tsx';

/** Expanded on the dashboard, collapsed elsewhere, until the person decides otherwise. */
export function SideColumn({ isDashboard }: { isDashboard: boolean }) {
  const [isExpanded, setExpanded] = useState(isDashboard);
  return <SideNavigation isExpanded={isExpanded} onToggle={() => setExpanded(!isExpanded)} />;
}
