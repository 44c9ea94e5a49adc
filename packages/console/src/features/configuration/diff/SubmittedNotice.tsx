import { ServiceNotice } from './ServiceNotice.tsx';

/** What a submit made live in one service. */
export interface SubmittedVersion {
  readonly serviceId: string;
  readonly serviceName: string;
  readonly version: number;
  /** The version before, to return to; null when nothing had to change. */
  readonly backupId: string | null;
}

export interface SubmittedNoticeProps {
  submitted: readonly SubmittedVersion[];
  /** Another version is live in place of the one that was submitted. */
  onUndone?: (undone: SubmittedVersion) => void;
  /** One that someone else returned meanwhile is not spoken of any more. */
  isReturned?: (one: SubmittedVersion) => boolean;
}

/** After a submit: which versions are live, what they changed, and the way back. */
export function SubmittedNotice({ submitted, onUndone, isReturned }: SubmittedNoticeProps) {
  return submitted.map((one) => (
    <ServiceNotice
      key={`${one.serviceId} ${one.version}`}
      submitted={one}
      onUndone={onUndone}
      isReturned={isReturned?.(one)}
    />
  ));
}
