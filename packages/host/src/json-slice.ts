// Each matches where its `lastIndex` says, and nowhere else.
const SPACE = /[ \t\n\r]*/y;
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*"/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const CLOSING: Record<string, string> = { '[': ']', '{': '}' };

export const endOfSpace = (text: string, at: number) => endOf(SPACE, text, at);

export const endOfString = (text: string, at: number) => endOf(STRING, text, at);

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Returns where the value begins whose name in an object begins at `at`, or -1. */
function endOfName(text: string, at: number): number {
  const name = endOf(STRING, text, endOf(SPACE, text, at));
  if (name === -1) return -1;
  const colon = endOf(SPACE, text, name);
  return text[colon] === ':' ? endOf(SPACE, text, colon + 1) : -1;
}

/** Returns where the JSON value that begins at `at` ends, or -1 if there is none. No value is made of it. */
export function endOfValue(text: string, at: number): number {
  const open: string[] = [];
  let here = at;
  while (here !== -1) {
    const closing = CLOSING[text[here] ?? ''];
    if (closing === undefined) {
      here = endOf(text[here] === '"' ? STRING : WORD, text, here);
      if (here === -1) return -1;
    } else {
      open.push(closing);
      here = endOf(SPACE, text, here + 1);
      if (text[here] !== closing) {
        if (closing === '}') here = endOfName(text, here);
        continue;
      }
    }
    // A value has ended, or an empty list or object is about to.
    for (;;) {
      if (open.length === 0) return here;
      here = endOf(SPACE, text, here);
      if (text[here] === ',') break;
      if (text[here] !== open.pop()) return -1;
      here += 1;
    }
    here = open.at(-1) === '}' ? endOfName(text, here + 1) : endOf(SPACE, text, here + 1);
  }
  return -1;
}

/** Whether a text is JSON, without making a value of it. */
export function isJson(text: string): boolean {
  const end = endOfValue(text, endOf(SPACE, text, 0));
  return end !== -1 && endOf(SPACE, text, end) === text.length;
}

/**
 * Takes a member out of the text of a JSON object, where it leaves `null`. A text that is no JSON object stays
 * none.
 */
export function takeMember(text: string, wanted: string): { rest: string; member: string | undefined } {
  return takeLast(text, wanted) ?? takeAny(text, wanted);
}

/** The member where it is the last one and its name stands nowhere else, as most senders write it: nothing is searched. */
function takeLast(text: string, wanted: string): { rest: string; member: string } | undefined {
  const name = `"${wanted}":`;
  const at = text.indexOf(name);
  if (at === -1 || !text.endsWith('}') || text.lastIndexOf(name.slice(0, -1)) !== at || text.includes('\\u'))
    return undefined;
  const member = text.slice(at + name.length, -1);
  // One value up to the last brace: that brace closes the object that the member is in, so a text that is JSON is that
  // object. One that is not is none afterwards either.
  if (!isJson(member) || member.trim() !== member) return undefined;
  return { rest: `${text.slice(0, at + name.length)}null}`, member };
}

function takeAny(text: string, wanted: string): { rest: string; member: string | undefined } {
  let here = endOf(SPACE, text, 0);
  let taken: { start: number; end: number } | undefined;
  while (text[here] === '{' || text[here] === ',') {
    const name = endOf(SPACE, text, here + 1);
    const start = endOfName(text, name);
    const end = start === -1 ? -1 : endOfValue(text, start);
    if (end === -1) break;
    // The last of several members with the same name wins.
    if (JSON.parse(text.slice(name, endOf(STRING, text, name))) === wanted) taken = { start, end };
    here = endOf(SPACE, text, end);
  }
  if (taken === undefined) return { rest: text, member: undefined };
  const { start, end } = taken;
  return { rest: `${text.slice(0, start)}null${text.slice(end)}`, member: text.slice(start, end) };
}
