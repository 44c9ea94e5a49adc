import Bowser from 'bowser';

const SHOWN_LENGTH = 40;
/** There are few browsers, but anyone can make up more. */
const MAX_REMEMBERED = 1_000;

const remembered = new Map<string, string>();

/** 'Firefox on Linux' out of a user agent, or its beginning where no browser is known by it. */
export function browserName(userAgent: string): string {
  const known = remembered.get(userAgent);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const name = readName(userAgent);
  remembered.set(userAgent, name);
  return name;
}

function readName(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return userAgent.slice(0, SHOWN_LENGTH);
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
