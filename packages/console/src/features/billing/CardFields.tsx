import { useId } from 'react';
import { controlClass } from '../../ui/control-class.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { CircleAlert } from '../../ui/message-icons.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { TextField, type TextFieldProps } from '../../ui/TextField.tsx';
import type { CardFieldControl } from './card-field-control.ts';

interface CardFieldsProps {
  card: CardFieldControl;
  /** The registered field of the holder's name. */
  holderName: Omit<TextFieldProps, 'label'>;
}

/** Name on card, and the provider's own field. */
export function CardFields({ card, holderName }: CardFieldsProps) {
  const { mountIn, isReady, error, loadError, retryLoad, isRetrying } = card;
  const id = useId();
  return (
    <>
      <TextField label="Name on card" autoComplete="cc-name" required {...holderName} />
      <div role="group" aria-labelledby={id} className="flex flex-col gap-1">
        <span id={id} className="text-sm font-medium">
          Card
        </span>
        {loadError ? (
          <ErrorAlert error={loadError} onRetry={retryLoad} isRetrying={isRetrying} />
        ) : (
          <div className={`${controlClass} flex min-h-10 items-center`}>
            {!isReady && <Spinner size={16} label="Loading card field" />}
            <div ref={mountIn} className="w-full" />
          </div>
        )}
        {error && (
          <p role="alert" className="flex items-start gap-1.5 text-sm text-danger">
            <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </>
  );
}
