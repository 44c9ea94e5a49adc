import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronDown, ChevronRight, ChevronUp } from '../../../ui/icons.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { useTextSearch } from '../../../ui/use-text-search.ts';
import { foldsAround, type JsonLine, toJsonLines, visibleLines } from './json-lines.ts';

/** Minimum height of a touch target. */
const LINE_HEIGHT = 24;

interface JsonViewProps {
  value: unknown;
}

/** JSON to read: members fold, a search walks from hit to hit. Only the lines in view exist. */
export function JsonView({ value }: JsonViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => toJsonLines(value), [value]);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [search, setSearch] = useState('');
  const { matches, error } = useTextSearch(search, () => lines.map(lineText));
  const [hit, setHit] = useState(0);
  /** Incremented on each jump to a hit. */
  const [visits, setVisits] = useState(0);
  const visible = useMemo(() => visibleLines(lines, folded), [lines, folded]);
  const found = useMemo(() => findHits(lines, matches), [lines, matches]);
  const hits = search.trim() === '' ? noHits : found;
  const [ledTo, setLedTo] = useState(hits);
  const current = hits[hit];
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });

  function goTo(next: number) {
    if (hits.length === 0) return;
    const wrapped = (next + hits.length) % hits.length;
    const open = new Set(folded);
    for (const fold of foldsAround(lines, folded, hits[wrapped] as number)) open.delete(fold);
    setFolded(open);
    setHit(wrapped);
    setVisits(visits + 1);
  }

  if (hits !== ledTo) {
    setLedTo(hits);
    setHit(0);
    goTo(0);
  }

  // Only rendered lines can be scrolled to.
  useEffect(() => {
    if (visits > 0 && current !== undefined)
      virtualizer.scrollToIndex(visible.indexOf(current), { align: 'center' });
    // oxlint-disable-next-line react/exhaustive-deps -- folding or reading on does not lead back to the hit
  }, [visits]);

  function toggle(index: number) {
    const next = new Set(folded);
    if (!next.delete(index)) next.add(index);
    setFolded(next);
  }

  const foldable = lines.flatMap((line, index) => (line.endsAt !== undefined && index > 0 ? [index] : []));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <TextField
          type="search"
          label="Search in the result"
          className="w-64 max-sm:w-full"
          error={error}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') goTo(event.shiftKey ? hit - 1 : hit + 1);
          }}
        />
        <IconButton
          label="Previous hit"
          icon={<ChevronUp aria-hidden size={18} />}
          disabled={hits.length === 0}
          onClick={() => goTo(hit - 1)}
        />
        <IconButton
          label="Next hit"
          icon={<ChevronDown aria-hidden size={18} />}
          disabled={hits.length === 0}
          onClick={() => goTo(hit + 1)}
        />
        <span role="status" className="tabular self-center text-sm text-ink-soft">
          {search.trim() !== '' && (hits.length === 0 ? 'Not found' : `${hit + 1} of ${hits.length}`)}
        </span>
        <span className="ml-auto flex gap-2">
          <Button size="small" onClick={() => setFolded(new Set(foldable))}>
            Collapse
          </Button>
          <Button size="small" onClick={() => setFolded(new Set())}>
            Expand
          </Button>
        </span>
      </div>
      <div
        ref={frame}
        // Focusable, so that it can be scrolled by keyboard.
        tabIndex={0}
        role="group"
        aria-label="JSON"
        className="max-h-96 overflow-auto rounded-control border border-line bg-sunken font-mono text-xs"
      >
        <div className="relative w-max min-w-full" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const at = visible[index] as number;
            return (
              <JsonRow
                key={at}
                line={lines[at] as JsonLine}
                top={start}
                isFolded={folded.has(at)}
                isHit={at === current}
                onToggle={() => toggle(at)}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

const kindClass = { string: 'text-ok', number: 'text-note', word: 'text-warn', bracket: 'text-ink-soft' };

interface JsonRowProps {
  line: JsonLine;
  top: number;
  isFolded: boolean;
  isHit: boolean;
  onToggle: () => void;
}

function JsonRow({ line, top, isFolded, isHit, onToggle }: JsonRowProps) {
  const { depth, key, text, kind, endsAt, size } = line;
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <div
      className={classNames(
        'absolute left-0 flex min-w-full items-center pr-4 whitespace-pre',
        isHit && 'bg-warn-soft',
      )}
      style={{
        transform: `translateY(${top}px)`,
        height: LINE_HEIGHT,
        paddingLeft: `${depth * 1.25 + 0.25}rem`,
      }}
    >
      {endsAt === undefined ? (
        <span className="w-6 shrink-0" />
      ) : (
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-label={`${isFolded ? 'Expand' : 'Collapse'} ${key === '' ? 'value' : key.slice(0, -2)}`}
          className="flex size-6 shrink-0 items-center justify-center text-ink-soft hover:text-accent"
          onClick={onToggle}
        >
          <Icon aria-hidden size={14} />
        </button>
      )}
      <span className="text-accent">{key}</span>
      <span className={kindClass[kind]}>{text}</span>
      {isFolded && <span className="text-ink-soft">{` … ${size} ${text === '[' ? ']' : '}'}`}</span>}
    </div>
  );
}

const noHits: readonly number[] = [];

const lineText = ({ key, text }: JsonLine) => key + text;

function findHits(lines: readonly JsonLine[], matches: (text: string) => boolean): readonly number[] {
  return lines.flatMap((line, index) => (matches(lineText(line)) ? [index] : []));
}
