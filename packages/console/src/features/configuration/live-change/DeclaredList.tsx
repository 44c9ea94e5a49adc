import { useQuery } from '@tanstack/react-query';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import {
  type DeclaredReturn,
  declaredReturnQuery,
  type MetadataChange,
  useDeclaredChanges,
} from './declared-changes.ts';
import { NamedList, type ReasonedChange } from './NamedList.tsx';

/** Lists changes of declarations of functions before they are live. */
export function DeclaredList({ declared }: { declared: readonly ReasonedChange[] }) {
  return <NamedList title="Functions reach or are reached by something else" rows={declared} />;
}

/** Changes of declarations by a save; nothing if it changes none. */
export function DeclaredBySave({
  serviceId,
  files,
}: {
  serviceId: string;
  files: readonly MetadataChange[];
}) {
  const declared = useDeclaredChanges(serviceId, files);
  if (!declared || declared.length === 0) return null;
  return (
    <div role="status">
      <DeclaredList declared={declared} />
    </div>
  );
}

/** Changes of declarations by a return to an earlier version; nothing if it changes none. */
export function DeclaredByReturn({ returns }: { returns: readonly DeclaredReturn[] }) {
  const declared = useQuery(declaredReturnQuery(returns));
  if (declared.error)
    return (
      <ErrorAlert
        className="mt-3"
        title="It is not known what functions reach after this."
        error={declared.error}
        onRetry={() => void declared.refetch()}
        isRetrying={declared.isFetching}
      />
    );
  if (!declared.data)
    return <Skeleton lines={1} className="mt-3" label="Reading the declarations of functions" />;
  if (declared.data.length === 0) return null;
  return (
    <div className="mt-3">
      <DeclaredList declared={declared.data} />
    </div>
  );
}
