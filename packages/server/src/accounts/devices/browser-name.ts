import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';

const SHOWN_LENGTH = 40;
/** There are few browsers, but anyone can make up more. */
const names = new LRUCache<string, string>({ max: 1_000 });

/** 'Firefox on Linux' out of a user agent, or its beginning where no browser is known by it. */
export function browserName(userAgent: string): string {
  const known = names.get(userAgent);
  if (known !== undefined) return known;
  const name = readName(userAgent);
  names.set(userAgent, name);
  return name;
}

function readName(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return userAgent.slice(0, SHOWN_LENGTH);
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
