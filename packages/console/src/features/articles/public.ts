import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export { articleTextsQuery, gettingStartedQuery } from './article.queries.ts';
export { GettingStarted } from './GettingStarted.tsx';

export const TermsDialog = lazyDialog(async () => (await import('./TermsDialog.tsx')).TermsDialog);
