import './ui/theme.css';
import { defineWidget, WIDGET_TAG } from '@atrium/widget';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { connectWidget, type WidgetElement } from './api/session.ts';
import { applyTheme, chooseTheme, rememberedTheme } from './lib/theme.ts';
import { createConsoleRouter } from './router.ts';

applyTheme(rememberedTheme());

defineWidget();
const widget = document.createElement(WIDGET_TAG) as WidgetElement;
widget.hidden = true;
connectWidget(widget, {
  onThemeChanged: chooseTheme,
  onDifferentUser: () => window.location.reload(),
});
document.body.append(widget);

const router = createConsoleRouter();
const root = document.getElementById('root') as HTMLElement;

// The first page's own part is there before anything is drawn: no flash of an empty shell.
await router.load();
createRoot(root).render(<App router={router} />);
