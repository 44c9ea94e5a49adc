import { lazy } from 'react';
import type { ShellDialogs } from '../layout/Shell.tsx';

/** The dialogs that the settings dropdown opens, each loaded when it is first asked for. */
export const shellDialogs: ShellDialogs = {
  'system-status': lazy(async () => ({
    default: (await import('../features/services/CloudStatusDialog.tsx')).CloudStatusDialog,
  })),
  'git-push': lazy(async () => ({
    default: (await import('../features/configuration/import/GitConfigurationDialog.tsx')).GitPushDialog,
  })),
  upload: lazy(async () => ({
    default: (await import('../features/configuration/import/GitConfigurationDialog.tsx')).UploadDialog,
  })),
  'import-progress': lazy(async () => ({
    default: (await import('../features/configuration/import/ImportProgressDialog.tsx')).ImportProgressDialog,
  })),
  'import-logs': lazy(async () => ({
    default: (await import('../features/configuration/import/ImportLogsDialog.tsx')).ImportLogsDialog,
  })),
};

// It pulls in parts of most features: visitors do without.
export const SignedInWork = lazy(async () => ({
  default: (await import('./SignedInWork.tsx')).SignedInWork,
}));
