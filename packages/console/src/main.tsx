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
import { loadFirstPage } from './routes/first-page.ts';

applyTheme(rememberedTheme());

defineWidget();
const widget = document.createElement(WIDGET_TAG) as WidgetElement;
widget.hidden = true;
connectWidget(widget, {
  onThemeChanged: chooseTheme,
  // `next` may refer to a page of the previous user, who was asked to sign in again.
  onDifferentUser: () => {
    // This page redirects by itself, and its parameters are valid once.
    if (window.location.pathname === paths.providerReturn()) return;
    if (window.location.pathname === paths.login()) window.location.replace(paths.dashboard());
    else window.location.reload();
  },
});
document.body.append(widget);

// The page is already visible: yield between steps so that input is handled.
await pause();
const router = createConsoleRouter();
const root = document.getElementById('root') as HTMLElement;
const app = <App router={router} />;

// Load the first page's chunk before rendering, to avoid a flash of an empty shell.
await pause();
await router.load();
const isFrame = root.dataset.frame !== undefined;
// A prerendered page stays, with its typed text, until it's known whether it is the right one.
if (root.dataset.path === window.location.pathname || isFrame) await whenDecided();
if (isFrame && currentAuth().canNavigate) await loadFirstPage(router);
// In a transition React yields to input; otherwise the first render is one long task.
startTransition(() => {
  if (isDrawnForThisVisit(root)) hydrateRoot(root, app);
  else createRoot(root).render(app);
});

/** The page was rendered at build time for visitors; other users and states need a new render. */
function isDrawnForThisVisit({ dataset }: HTMLElement): boolean {
  const { isReady, isAuthenticated } = currentAuth();
  const isSameState = !new URLSearchParams(window.location.search).has('token');
  return dataset.path === window.location.pathname && isReady && !isAuthenticated && isSameState;
}
