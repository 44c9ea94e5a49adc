import type { SandboxCall } from './sandbox-call.ts';

/** A function whose calls take longer than this on the average steps back before it begins. */
const HEAVY_MS = 30;
const MAX_REMEMBERED = 5000;

/** How long calls of a function took lately. Tests run once each; nothing is known of them. */
export class CallDurations {
  private readonly means = new Map<string, number>();

  note(call: SandboxCall, durationMs: number): void {
    if (call.kind === 'test') return;
    const name = nameOf(call);
    const before = this.means.get(name);
    if (before === undefined && this.means.size >= MAX_REMEMBERED) this.means.clear();
    // Towards long at once, back to short step by step.
    const mean =
      before === undefined || durationMs > 4 * before ? durationMs : before + (durationMs - before) / 16;
    this.means.set(name, mean);
  }

  /** Undefined while it was not called. */
  of(call: SandboxCall): number | undefined {
    return this.means.get(nameOf(call));
  }

  isHeavy(call: SandboxCall): boolean {
    return (this.of(call) ?? 0) > HEAVY_MS;
  }
}

function nameOf({ key, path }: SandboxCall): string {
  return `${key} ${path}`;
}
