import Bowser from 'bowser';

const SHOWN_LENGTH = 40;

/** 'Firefox on Linux' out of a user agent, or its beginning where no browser is known by it. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return userAgent.slice(0, SHOWN_LENGTH);
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
