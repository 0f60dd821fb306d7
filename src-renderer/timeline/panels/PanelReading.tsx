import { useTranslation } from 'react-i18next';
import { Reading } from '../../ui/Reading';

/** Stands where an answer will, and says so once it takes longer than one would notice. */
export function PanelReading() {
  const { t } = useTranslation();
  return (
    <div className="panel-loading" aria-busy="true">
      <Reading text={t('ui.table.loading')} />
    </div>
  );
}
