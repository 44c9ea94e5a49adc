export function findChromium(): string | undefined;
export function findOrInstallChromium(say?: (line: string) => void): string | undefined;
export const MISSING_CHROMIUM: string;
