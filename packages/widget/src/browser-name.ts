/** 'Firefox on Linux' out of a user agent, or its beginning. */
export function browserName(userAgent: string): string {
  const browsers = {
    'Edg/': 'Edge',
    'OPR/': 'Opera',
    'Firefox/': 'Firefox',
    'Chrome/': 'Chrome',
    'Safari/': 'Safari',
  };
  const systems = {
    Android: 'Android',
    iPhone: 'iPhone',
    iPad: 'iPad',
    Windows: 'Windows',
    'Mac OS': 'macOS',
    Linux: 'Linux',
  };
  const find = (names: Record<string, string>) =>
    Object.entries(names).find(([part]) => userAgent.includes(part))?.[1];
  const browser = find(browsers);
  if (!browser) return userAgent === '' ? 'Unknown browser' : userAgent.slice(0, 40);
  const system = find(systems);
  return system ? `${browser} on ${system}` : browser;
}
