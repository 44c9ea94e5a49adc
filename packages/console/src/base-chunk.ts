// Modules of every page, the sign-in page included. `file-groups.ts` puts these modules and their imports into one
// file, which the document references.
import 'react-dom/client';
import '@tanstack/react-router';
import '@atrium/contract/accounts/sign-in-reasons';
import '@atrium/widget';
import './features/accounts/VisitorCard.tsx';
import './features/accounts/login-name.ts';
import './layout/Shell.tsx';
import './layout/page-route.tsx';
import './ui/Button.tsx';
import './ui/IconButton.tsx';
import './ui/PageHeader.tsx';
import './ui/TextField.tsx';
import './ui/use-hydrated.ts';
