import { useAddressed } from '../../layout/use-addressed.ts';
import { Button } from '../../ui/Button.tsx';

/** From one part of what is known of a customer to another. */
export function ShowTab({ tab, children }: { tab: string; children: string }) {
  const [, setTab] = useAddressed('tab');
  return <Button onClick={() => setTab(tab)}>{children}</Button>;
}
