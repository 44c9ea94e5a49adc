/** Colors and the font come from the page where it is the console, and have their own values elsewhere. */
export const panelStyles = `
:host { display: block; color-scheme: inherit; font: 0.875rem/1.43 var(--font-sans, system-ui, sans-serif);
  color: var(--ink); --surface: var(--atrium-surface, light-dark(#fff, #1a201d)); --sunken: var(--atrium-sunken, light-dark(#ebe9e1, #0d110f));
  --line: var(--atrium-line, light-dark(#dbd8ce, #313a36)); --line-strong: var(--atrium-line-strong, light-dark(#7f7d73, #7b8881));
  --ink: var(--atrium-ink, light-dark(#1c2320, #e6ebe7)); --soft: var(--atrium-ink-soft, light-dark(#535c57, #a7b2ab));
  --accent: var(--atrium-accent, light-dark(#0c6157, #6ccab6)); --accent-ink: var(--atrium-accent-ink, light-dark(#fff, #05211c));
  --accent-soft: var(--atrium-accent-soft, light-dark(#dcefe9, #17372f)); --danger: var(--atrium-danger, light-dark(#a3261c, #ff9c8f));
  --focus: var(--atrium-focus, light-dark(#b45c00, #ffc46b)); }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; text-align: start; }
button, input, a { font: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.bar { display: flex; align-items: center; gap: 0.75rem; width: 100%; min-height: 3.25rem; padding: 0.4rem 1rem; border: 0; background: none; color: inherit; text-align: start; }
.bar:focus-visible { outline-offset: -3px; }
.bar:hover { background: var(--accent-soft); }
.initials { display: grid; place-items: center; flex: none; width: 2.25rem; height: 2.25rem; border-radius: 50%; background: var(--accent); color: var(--accent-ink); font-weight: 600; font-size: 0.75rem; }
.who { min-width: 0; flex: 1; overflow-wrap: anywhere; line-height: 1.3; }
.who b { display: block; }
.soft { color: var(--soft); font-size: 0.875rem; }
.chevron { flex: none; transition: rotate 0.15s; }
[aria-expanded='true'] > .chevron { rotate: 180deg; }
.body { border-top: 1px solid var(--line); padding: 0.25rem 1rem 0.75rem; }
.body[hidden] { display: none; }
details { border-bottom: 1px solid var(--line); }
summary { min-height: 2.25rem; padding: 0.35rem 0; cursor: pointer; font-weight: 600; }
fieldset { border: 0; border-bottom: 1px solid var(--line); margin: 0; padding: 0.25rem 0 0.35rem; }
legend { font-weight: 600; padding: 0.25rem 0 0; float: left; width: 100%; }
.choices { display: flex; flex-wrap: wrap; gap: 0 1rem; clear: both; }
.choices label { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 1.75rem; }
input[type='radio'] { accent-color: var(--accent); width: 1rem; height: 1rem; margin: 0; }
ul { list-style: none; margin: 0 0 0.75rem; padding: 0; display: grid; gap: 0.6rem; }
li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem; min-width: 0; }
li > span { min-width: 0; flex: 1 1 6rem; overflow-wrap: anywhere; line-height: 1.35; }
a { color: var(--accent); text-underline-offset: 3px; }
.links { display: grid; gap: 0.15rem; padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.25rem; padding: 0.3rem 0.9rem; border: 1px solid var(--line-strong); border-radius: 5px; background: var(--surface); color: var(--ink); font-weight: 500; }
.button:hover { background: var(--accent-soft); border-color: var(--accent); }
.button.small { min-height: 1.9rem; padding: 0.1rem 0.6rem; font-size: 0.875rem; flex: none; }
.button.primary { background: var(--accent); border-color: transparent; color: var(--accent-ink); }
.button[aria-disabled='true'] { opacity: 0.6; cursor: progress; }
.wide { width: 100%; margin-top: 0.75rem; }
form { display: grid; gap: 0.75rem; padding-top: 0.75rem; }
form label { display: grid; gap: 0.2rem; font-size: 0.875rem; font-weight: 500; }
form input { min-height: 2.5rem; padding: 0.4rem 0.75rem; border: 1px solid var(--line-strong); border-radius: 5px; background: var(--surface); color: var(--ink); width: 100%; min-width: 0; }
form .button { margin-top: 0; }
[role='alert'] { color: var(--danger); margin: 0; }
[role='alert']:empty { display: none; }
p { margin: 0.25rem 0; }
@media (prefers-reduced-motion: reduce) { .chevron { transition: none; } }
`;
