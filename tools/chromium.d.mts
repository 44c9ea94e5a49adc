export function findChromium(): string | undefined;
export function findOrInstallChromium(): string | undefined;
export const MISSING_CHROMIUM: string;
