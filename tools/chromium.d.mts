export function findChromium(): string | undefined;
export function findOrInstallChromium(say?: (line: string) => void): string;
