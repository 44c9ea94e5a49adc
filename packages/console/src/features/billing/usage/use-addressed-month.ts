import { useAddressed } from '../../../layout/use-addressed.ts';
import { runningMonth } from './months.ts';

/** The month in the address; the running one if there is none, or none that can be shown. */
export function useAddressedMonth() {
  const [addressed = '', setMonth] = useAddressed('month');
  const running = runningMonth();
  const isMonth = /^20\d{2}-(0[1-9]|1[0-2])$/.test(addressed) && addressed <= running;
  return {
    month: isMonth ? addressed : running,
    running,
    choose: (chosen: string) => setMonth(chosen === running ? undefined : chosen),
  };
}
