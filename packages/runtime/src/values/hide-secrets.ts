import type { HideSecrets } from '../sandbox/sandbox-call.ts';

/** Shorter secrets are not searched for: they would be found in ordinary text. */
const MIN_LENGTH = 8;
/** Characters of a long secret that are hidden where the rest is cut off. */
const MAX_START = 32;

/** Replaces each of the values, also encoded as JSON, URL or base64, by its name. */
export function createHideSecrets(
  secrets: Iterable<readonly [name: string, value: string]>,
): HideSecrets | undefined {
  const byForm = new Map<string, string>();
  for (const [name, value] of secrets) {
    for (const form of formsOf(value)) if (form.length >= MIN_LENGTH) byForm.set(form, `[secret ${name}]`);
  }
  if (byForm.size === 0) return undefined;
  // A secret that contains another one is replaced as a whole.
  const forms = [...byForm].sort(([a], [b]) => b.length - a.length);
  return (text) => forms.reduce((shown, [form, label]) => replaceForm(shown, form, label), text);
}

/** The texts within a value, however deep. */
export function hideInTexts<Value>(hide: HideSecrets, value: Value): Value {
  const text = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? hide(part) : part));
  return JSON.parse(text) as Value;
}

function formsOf(value: string): string[] {
  if (value.length < MIN_LENGTH) return [];
  const json = JSON.stringify(value).slice(1, -1);
  const url = encodeURIComponent(value.toWellFormed());
  const bytes = Buffer.from(value, 'utf8');
  const encoded = [0, 1, 2].flatMap((offset) => {
    const base64 = base64At(bytes, offset);
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [value, json, url, url.replaceAll('%20', '+'), bytes.toString('hex'), ...encoded];
}

/** The part of base64 that depends on the bytes alone, where so many bytes stand before them. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** Replaces a form, and beginnings of it: what is kept is cut somewhere, and parsers quote what they stumbled over. */
function replaceForm(text: string, form: string, label: string): string {
  const start = form.slice(0, Math.min(Math.max(MIN_LENGTH, Math.ceil(form.length / 2)), MAX_START));
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, from)) {
    shown += text.slice(from, at) + label;
    from = at + start.length;
    while (from - at < form.length && text[from] === form[from - at]) from += 1;
  }
  return from === 0 ? text : shown + text.slice(from);
}
