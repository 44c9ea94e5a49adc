import { escapeUTF8 as escape } from 'entities/escape';

/** The OpenAPI document as a page for people: plain HTML, grouped by domain, that needs no script. */
export function apiPage(document: object): string {
  const groups = Map.groupBy(callsOf(document), ({ tags }) => tags?.[0] ?? 'other');
  const names = [...groups.keys()].sort((a, b) => a.localeCompare(b));
  const contents = names.map((name) => `<a href="#${escape(name)}">${escape(name)}</a>`).join('\n');
  const sections = names.map((name) => section(name, groups.get(name) ?? [])).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference – Atrium</title>
<link rel="icon" href="/console/atrium.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/api/style.css">
</head>
<body>
<header>
<h1>API reference</h1>
<p>For programs: <a href="/console/api/openapi.json">OpenAPI 3.1 document</a>,
and <a href="/console/api/services.openapi.json">that of the calls of every service</a>, below <code>/services/{id}</code>.
Paths containing <code>/public/</code> need no access token; every other call states what it needs.</p>
<nav aria-label="Groups">${contents}</nav>
</header>
<main>
${sections}
</main>
</body>
</html>
`;
}

function section(name: string, calls: Call[]): string {
  const rows = calls
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(callDetails);
  return `<section id="${escape(name)}"><h2>${escape(name)}</h2>\n${rows.join('\n')}\n</section>`;
}

function callDetails(call: Call): string {
  const parts = [
    call.parameters && ['Parameters', call.parameters],
    call.requestBody && ['Body', firstSchema(call.requestBody.content)],
    ...Object.entries(call.responses ?? {})
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { content }]) => [`Response ${status}`, firstSchema(content)]),
  ].filter((part) => Array.isArray(part) && part[1] !== undefined) as [string, unknown][];
  const errors = Object.keys(call.responses ?? {}).filter((status) => !status.startsWith('2'));
  return `<details>
<summary><span class="method">${escape(call.method.toUpperCase())}</span> <code>${escape(call.path)}</code> <span class="summary">${escape(call.summary ?? '')}</span></summary>
<p>${escape(call.description ?? '')}</p>
${parts.map(([title, schema]) => `<h3>${escape(title)}</h3><pre tabindex="0">${escape(JSON.stringify(schema, null, 2))}</pre>`).join('\n')}
<p>Status of errors: ${escape(errors.join(', '))}</p>
</details>`;
}

export const apiPageStyle = `
:root { color-scheme: light dark; --ink: #1c2320; --soft: #535c57; --line: #dbd8ce; --link: #0c6157; --back: #f4f3ee; --panel: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebe7; --soft: #a7b2ab; --line: #313a36; --link: #6ccab6; --back: #121614; --panel: #1a201d } }
body { margin: 0 auto; padding: 1rem; max-width: 70rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back) }
a { color: var(--link) }
h1 { font-size: 1.6rem } h2 { margin-top: 2rem; font-size: 1.25rem } h3 { margin: .75rem 0 .25rem; font-size: .95rem }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1rem }
details { border: 1px solid var(--line); border-radius: 8px; margin: .4rem 0; padding: .5rem .75rem }
summary { cursor: pointer; overflow-wrap: anywhere }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700 }
.summary { color: var(--soft) }
pre { overflow: auto; max-height: 24rem; padding: .75rem; border-radius: 6px; background: var(--panel); font-size: .85rem }
`;

interface Operation {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: unknown[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

interface Call extends Operation {
  method: string;
  path: string;
}

/** Returns the calls of an OpenAPI document in order. */
function callsOf(document: object): Call[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  );
}

/** Returns the schema of the first content type. */
function firstSchema(content: Record<string, { schema?: unknown }> | undefined): unknown {
  return Object.values(content ?? {})[0]?.schema;
}
