import type { SyntaxFault } from '@atrium/contract/configuration/examine-files';
import { restoreSideEndings } from '@atrium/diff/restore-line-endings';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Help } from '../../../../layout/Help.tsx';
import { Alert } from '../../../../ui/Alert.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Tabs } from '../../../../ui/Tabs.tsx';
import { useIsNarrow } from '../../../../ui/use-is-narrow.ts';
import { useSettled } from '../../../../ui/use-settled.ts';
import { DRAFT_DELAY_MS, type MergeWork } from '../../drafts/merge-draft.ts';
import type { PaneLabel } from '../../panes/pane-label.ts';
import { type MergeSides, type Pane, type PaneRegion, panesOf } from '../../panes/pane-region.ts';
import SideBySide from '../../panes/SideBySide.tsx';
import { MergePanes } from '../editor/MergePanes.tsx';
import type { MergeController } from '../editor/merge-controller.ts';
import { MergeList } from '../list/MergeList.tsx';
import { MergePeek } from '../list/MergePeek.tsx';
import { MergeFooter } from './MergeFooter.tsx';
import { MergeToolbar, type MergeView } from './MergeToolbar.tsx';
import { announceChoice, execute, isForCurrent } from './merge-commands.ts';
import { commandOf, isOnMac, type MergeCommand, mergeKeys } from './merge-keys.ts';
import { useMergePreferences } from './merge-preferences.ts';
import { checkReadiness, describeOpen, type Readiness } from './merge-readiness.ts';
import { useDraftKeeping } from './use-draft-keeping.ts';

/** Minimum height of the panes and the parts below: in a low window the dialog scrolls above its buttons. */
const LEAST_HEIGHT = { row: '20rem', stack: '32rem', peek: '32rem' };

interface MergeResult {
  readonly content: string;
  readonly fault: SyntaxFault | undefined;
}

export interface MergeHandle {
  /** The result of work in which everything is decided, and its draft kept; undefined where there is none. */
  finish: () => MergeResult | undefined;
}

export interface MergeBodyProps {
  controller: MergeController;
  /** File name; determines the language and the syntax check. */
  name: string;
  sides: MergeSides;
  labels: { readonly [pane in Pane]: PaneLabel };
  /** Reason for a missing base, if known: both sides added the file. */
  twoWayReason?: string | undefined;
  /** Called 300 ms after the last edit, before the dialog unmounts, and on submit. */
  onDraft?: (work: MergeWork) => void;
  onSubmit?: (merged: string, fault: SyntaxFault | undefined) => void;
  /** Set once the merge is computed. */
  handle?: Ref<MergeHandle>;
  /** Called with the number of open conflicts. */
  onOpenCount?: (count: number) => void;
  onClose: () => void;
  /** The list of files, shown next to the panes. */
  aside?: ReactNode;
  /** Notices above the panes. */
  notice?: ReactNode;
}

/** Contents of the dialog once the merge is computed. */
export function MergeBody(props: MergeBodyProps) {
  const { controller, labels, sides, onDraft, onSubmit, onClose, name } = props;
  const snapshot = useSyncExternalStore(controller.subscribe, controller.snapshot);
  const { preferences, change } = useMergePreferences();
  const isNarrow = useIsNarrow();
  const root = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState<Pane>('merged');
  // Panes do not fit on a phone; the list does.
  const [view, setView] = useState<MergeView>(isNarrow ? 'list' : 'panes');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [peekId, setPeekId] = useState<number | null>(null);
  const [moved, setMoved] = useState<object | null>(null);
  const [spoken, setSpoken] = useState('');
  const settled = useSettled(snapshot, DRAFT_DELAY_MS);
  // Scans the full text, so don't run it on every render.
  const checked = useMemo(() => checkReadiness(controller, settled), [controller, settled]);
  const open = describeOpen(controller, snapshot);
  const readiness = open === undefined ? checked : { reason: open };
  const isSettled = settled.revision === snapshot.revision;
  const canSubmit = !controller.panes.isReadOnly && isSettled && readiness.reason === null;

  const keepDraft = useDraftKeeping(controller, sides, settled.revision, onDraft);

  const finish = (): MergeResult | undefined => {
    // Checked again: the rendered snapshot may lag behind the last key press.
    const { reason, syntax } = checkReadiness(controller, controller.snapshot());
    if (reason !== null || controller.panes.isReadOnly) return undefined;
    // A stored result is not live yet, so keep it as a draft that a later pull can resume.
    keepDraft();
    const content = restoreSideEndings(controller.mergedText(), sides.local, sides.remote);
    return { content, fault: syntax };
  };
  const submit = () => {
    const result = finish();
    if (result) onSubmit?.(result.content, result.fault);
  };
  useImperativeHandle(props.handle, () => ({
    finish: () => (controller.snapshot().revision > 0 ? finish() : undefined),
  }));
  const { openConflicts } = snapshot.counts;
  const tellOpenCount = useEffectEvent((count: number) => props.onOpenCount?.(count));
  useEffect(() => tellOpenCount(openConflicts), [openConflicts]);

  const show = (region: PaneRegion) => {
    setView('panes');
    setTab('merged');
    // Wait until the panes are mounted.
    requestAnimationFrame(() => controller.goTo(region));
  };

  const run = (command: MergeCommand) => {
    if (command === 'submit') submit();
    else {
      setSpoken(execute(controller, command));
      const current = controller.current();
      if (current && isForCurrent(command)) {
        setMoved({});
        // The preview doesn't show regions.
        if (view === 'preview') show(current);
      }
    }
  };

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    // Questions and lists on top of the dialog have their own keys.
    const dialog = target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]');
    if (dialog !== null && !dialog.contains(root.current)) return;
    const isTyping = target.isContentEditable || target.matches('input:not([type="radio"])');
    const command = commandOf(event, { isTyping, isMac: isOnMac() });
    if (command) run(command);
    else if (event.key === 'F1' || (event.key === '?' && !isTyping)) setHelpOpen(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // A layout effect, because a painted dialog must accept keys.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener, true);
    // Focus starts in the text; the pane describes how to leave it with the keyboard.
    controller.panes.views.get('merged')?.focus();
    return () => window.removeEventListener('keydown', listener, true);
  }, [controller]);

  const panes = panesOf(preferences.isBaseShown && controller.panes.start.hasBase);
  const shownTab = panes.includes(tab) ? tab : 'merged';
  const peeked = snapshot.regions.find((region) => region.id === peekId);
  const isPeeking = peeked !== undefined && view === 'panes';
  const isStack = preferences.layout === 'portrait' && !isNarrow && view === 'panes';
  const least = { minHeight: LEAST_HEIGHT[isPeeking ? 'peek' : isStack ? 'stack' : 'row'], flexShrink: 0 };
  const standing = (
    <MergeStanding
      readiness={readiness}
      onGoToLine={(line) => {
        setView('panes');
        setTab('merged');
        requestAnimationFrame(() => controller.goToLine(line));
      }}
    />
  );
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <MergeToolbar
          controller={controller}
          snapshot={snapshot}
          preferences={preferences}
          view={view}
          isNarrow={isNarrow}
          onPreferences={change}
          onView={setView}
          onCommand={run}
          onHelp={() => setHelpOpen(true)}
          onSpoken={setSpoken}
        />
        {props.notice}
        {!controller.panes.start.hasBase && (
          <Alert className="mx-4 my-2">
            {props.twoWayReason ?? 'No common base version is known.'} Every difference is yours to decide;
            nothing was applied automatically.
          </Alert>
        )}
        {controller.panes.start.facts.map((fact) => (
          <Alert key={fact} className="mx-4 my-2">
            {fact}
          </Alert>
        ))}
        <div className="flex flex-1 max-xl:contents" style={least}>
          {props.aside}
          <div className="flex min-w-0 flex-1 flex-col" style={least}>
            {isNarrow && view === 'panes' && (
              <Tabs
                label="Panes"
                value={shownTab}
                onChange={setTab}
                tabs={panes.map((pane) => ({ value: pane, label: labels[pane].name, content: null }))}
              />
            )}
            <div className={view === 'panes' ? 'flex min-h-0 flex-1' : 'hidden'}>
              <MergePanes
                controller={controller}
                labels={labels}
                preferences={preferences}
                onPreferences={change}
                tab={isNarrow ? shownTab : null}
                onChosen={() => setSpoken(announceChoice(controller))}
                onPeek={(id) => setPeekId(id === peekId ? null : id)}
              />
            </div>
            {view === 'list' && (
              <MergeList
                controller={controller}
                snapshot={snapshot}
                isWrapped={preferences.isWrapped}
                moved={moved}
                onShow={show}
              />
            )}
            {view === 'preview' && (
              <SideBySide
                left={controller.panes.start.local}
                right={controller.mergedText()}
                leftLabel={`${labels.local.name} (${labels.local.detail})`}
                rightLabel={labels.merged.name}
                name={name}
              />
            )}
            {isPeeking && (
              <MergePeek
                controller={controller}
                region={peeked}
                isWrapped={preferences.isWrapped}
                onClose={() => setPeekId(null)}
              />
            )}
          </div>
        </div>
        {isNarrow && !controller.panes.isReadOnly && (
          <div className="border-t border-line px-4 py-2">{standing}</div>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
      <MergeFooter
        isReadOnly={controller.panes.isReadOnly}
        canSubmit={canSubmit}
        isPreview={view === 'preview'}
        isNarrow={isNarrow}
        onPreview={() => setView(view === 'preview' ? 'panes' : 'preview')}
        onSubmit={submit}
        onClose={onClose}
      >
        {!isNarrow && !controller.panes.isReadOnly && standing}
      </MergeFooter>
      {isHelpOpen && <MergeHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

interface MergeStandingProps {
  readiness: Readiness;
  onGoToLine: (line: number) => void;
}

/** Status line: the reason that blocks a submit, or the effect of Submit. */
function MergeStanding({ readiness, onGoToLine }: MergeStandingProps) {
  const { reason, syntax, line } = readiness;
  return (
    <div className="min-w-0 flex-1 basis-60 text-sm">
      <p id="merge-reason" role="status" className="flex flex-wrap items-center gap-2">
        {reason ??
          (syntax
            ? `${syntax.message} at line ${syntax.line}, column ${syntax.column}.`
            : 'Ready to submit.')}
        {line !== undefined && (
          <Button size="small" onClick={() => onGoToLine(line)}>
            Go to line {line}
          </Button>
        )}
      </p>
      <p id="merge-means" className="text-ink-soft">
        Submit saves this merge. Nothing goes live until you submit all changes.
      </p>
    </div>
  );
}

/** Help on merging, with the keyboard shortcuts. */
function MergeHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen size="small" title="Keys" description={<Help topic="merge" />} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {mergeKeys.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt className="font-mono">{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
