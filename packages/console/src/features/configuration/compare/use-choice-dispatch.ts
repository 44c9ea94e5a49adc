import { type Dispatch, useState } from 'react';
import type { Choices } from '../decisions/diff-choices.ts';
import type { SessionAction } from '../decisions/pull-session.ts';
import { type ChoiceAction, mergesLostBy, undoOf } from '../decisions/reduce-choices.ts';

export interface LostMerges {
  readonly action: ChoiceAction;
  readonly count: number;
  /** The choices that it was made on; absent while the question is open. */
  readonly before?: Choices;
}

/** Dispatches choices. A choice that clears merged contents needs a confirmation and can be undone. */
export function useChoiceDispatch(choices: Choices, dispatch: Dispatch<SessionAction>) {
  const [lost, setLost] = useState<LostMerges | null>(null);
  return {
    lost,
    dispatch(action: ChoiceAction) {
      const files = mergesLostBy(choices, action);
      if (files.length > 0) setLost({ action, count: files.length });
      else dispatch({ type: 'choice', action });
    },
    confirm() {
      if (lost === null) return;
      dispatch({ type: 'choice', action: lost.action });
      setLost({ ...lost, before: choices });
    },
    undo() {
      const action = lost?.before && undoOf(lost.action, lost.before, choices);
      if (action) dispatch({ type: 'choice', action });
      setLost(null);
    },
    close: () => setLost(null),
  };
}
