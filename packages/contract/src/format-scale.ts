let numberFormat: Intl.NumberFormat | undefined;

/** At most two decimals, none where they are zero. One format for all: `toLocaleString` makes one for each number. */
function round(value: number): string {
  const text = String(value);
  // Nothing to round: the first format of a page takes longer to make than a price list to draw.
  if (/^-?\d+(\.\d{1,2})?$/.test(text)) return text.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  numberFormat ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  return numberFormat.format(value);
}

interface Scale {
  unit: string;
  /** Number of the previous unit in one of this unit. */
  factor: number;
}

const byteScales: Scale[] = [
  { unit: 'kb', factor: 1024 },
  { unit: 'Mb', factor: 1024 },
  { unit: 'Gb', factor: 1024 },
];

const timeScales: Scale[] = [
  { unit: 's', factor: 1000 },
  { unit: 'min', factor: 60 },
  { unit: 'h', factor: 60 },
];

function scale(value: number, firstUnit: string, scales: readonly Scale[]): string {
  let scaled = value;
  let shown = firstUnit;
  for (const { unit, factor } of scales) {
    if (Math.abs(scaled) < factor) break;
    scaled /= factor;
    shown = unit;
  }
  return `${round(scaled)} ${shown}`;
}

/** `# 1,200` */
export function formatCount(count: number): string {
  return `# ${round(count)}`;
}

/** Scales by 1024 to kb, Mb and Gb. */
export function formatBytes(sizeBytes: number): string {
  return scale(sizeBytes, 'bytes', byteScales);
}

/** Scales from ms by 1000 to s, then by 60 to min and h. */
export function formatMilliseconds(durationMs: number): string {
  return scale(durationMs, 'ms', timeScales);
}

/** Amount of a measure as prices and usage show it. */
export function formatUnits(type: 'COUNTER' | 'MEMORY' | 'TIMER', amount: number): string {
  if (type === 'MEMORY') return formatBytes(amount);
  return type === 'TIMER' ? formatMilliseconds(amount) : formatCount(amount);
}
