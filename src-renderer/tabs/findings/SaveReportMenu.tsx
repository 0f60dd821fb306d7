import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { Menu, MenuItem } from '../../ui/Menu';
import { reportForms } from './reportForms';
import { saveReportAs } from './saveReportAs';

/** What is shown, as a file that one keeps or sends. */
export function SaveReportMenu() {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="quiet" icon={Download}>
          {t('findings.save.title')}
        </Button>
      }
    >
      {reportForms.map((form) => (
        <MenuItem key={form} onSelect={() => void saveReportAs(session, form).catch(shell.reportError)}>
          {t(`findings.save.${form}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
