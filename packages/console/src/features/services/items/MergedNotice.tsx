import { Alert } from '../../../ui/Alert.tsx';

/** Result of merging a form with another user's change of its item. */
export interface Merged<Key> {
  /** Fields that only the others changed. */
  taken: Key[];
  /** Fields that both changed. */
  disputed: Key[];
  isGone: boolean;
  /** Number of merges. */
  count: number;
}

interface MergedNoticeProps<Key extends string> {
  merged: Merged<Key> | undefined;
  /** Labels of the form's fields. */
  labels: Partial<Record<NoInfer<Key>, string>>;
}

/** Lists fields of the form that another user changed in the meantime. */
export function MergedNotice<Key extends string>({ merged, labels }: MergedNoticeProps<Key>) {
  if (!merged) return null;
  const { taken, disputed, isGone } = merged;
  const nameAll = (keys: readonly Key[]) => keys.map((key) => labels[key] ?? key).join(', ');
  return (
    <Alert
      kind="warning"
      title={isGone ? 'Someone else deleted this meanwhile' : 'Someone else changed this meanwhile'}
      className="col-span-full"
    >
      {isGone && 'Save to create it again.'}
      {!isGone && (
        <>
          {taken.length > 0 && `Taken from their version: ${nameAll(taken)}. `}
          {disputed.length > 0 && `Changed by both of you, yours kept: ${nameAll(disputed)}. `}
          Check the fields and save again.
        </>
      )}
    </Alert>
  );
}
