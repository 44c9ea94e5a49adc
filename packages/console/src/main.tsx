import './ui/theme.css';
import { defineWidget, WIDGET_TAG } from '@atrium/widget';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { connectWidget, currentAuth, type WidgetElement, whenDecided } from './api/session.ts';
import { pause } from './lib/pause.ts';
import { applyTheme, chooseTheme, rememberedTheme } from './lib/theme.ts';
import { paths } from './paths.ts';
import { createConsoleRouter } from './router.ts';

applyTheme(rememberedTheme());

defineWidget();
const widget = document.createElement(WIDGET_TAG) as WidgetElement;
widget.hidden = true;
connectWidget(widget, {
  onThemeChanged: chooseTheme,
  // Where the one before was asked to sign in again, `next` names a page of theirs.
  onDifferentUser: () => {
    // This page is left by itself, and what brought people to it works once.
    if (window.location.pathname === paths.providerReturn()) return;
    if (window.location.pathname === paths.login()) window.location.replace(paths.dashboard());
    else window.location.reload();
  },
});
document.body.append(widget);

// The page shows already: between its steps the start makes way for what the visitor does.
await pause();
const router = createConsoleRouter();
const root = document.getElementById('root') as HTMLElement;
const app = <App router={router} />;

// The first page's own part is there before anything is drawn: no flash of an empty shell.
await pause();
await router.load();
// A page drawn ahead stays, with what has been typed there, until it is known whether it is the one to show.
if (root.dataset.path === window.location.pathname || root.dataset.frame !== undefined) await whenDecided();
// In a transition React pauses for what the visitor does meanwhile; otherwise the first rendering is one long task.
startTransition(() => {
  if (isDrawnForThisVisit(root)) hydrateRoot(root, app);
  else createRoot(root).render(app);
});

/** The page was rendered at build time for visitors; for anyone else, or another state of it, it is rendered again. */
function isDrawnForThisVisit({ dataset }: HTMLElement): boolean {
  const { isReady, isAuthenticated } = currentAuth();
  const isSameState = !new URLSearchParams(window.location.search).has('token');
  return dataset.path === window.location.pathname && isReady && !isAuthenticated && isSameState;
}
