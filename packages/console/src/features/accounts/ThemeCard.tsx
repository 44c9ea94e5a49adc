import type { Theme } from '@atrium/contract/accounts/user';
import { session, useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';

const themes: { value: Theme; label: string; hint?: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System', hint: 'Match this device' },
];

export function ThemeCard() {
  const { user } = useAuth();
  const saving = useChange({
    mutationFn: (theme: Theme) => session().updateUser({ params: { theme } }),
    // Each choice is saved, and the last one last.
    scope: { id: 'theme' },
  });
  const shown = saving.isPending ? saving.variables : user?.params.theme;
  return (
    <Card title="Theme">
      <RadioGroup legend="Appearance" options={themes} value={shown ?? 'system'} onChange={saving.mutate} />
      <ErrorDialog title="The theme could not be saved" error={saving.error} onClose={saving.reset} />
    </Card>
  );
}
