import { useState } from 'react';
import type { ShellDialogName } from './navigation.ts';
import { SideNavigation } from './SideNavigation.tsx';

export interface SideColumnProps {
  isDashboard: boolean;
  onOpenDialog: (name: ShellDialogName) => void;
}

/** Expanded on the dashboard and collapsed elsewhere, until the user toggles it. */
export function SideColumn({ isDashboard, onOpenDialog }: SideColumnProps) {
  const [isExpanded, setExpanded] = useState(isDashboard);
  return (
    <SideNavigation
      isExpanded={isExpanded}
      onToggle={() => setExpanded(!isExpanded)}
      onOpenDialog={onOpenDialog}
    />
  );
}
