import { useTranslation } from 'react-i18next';
import { SessionContext } from '../../session/answers/useSession';
import { Dialog } from '../../ui/Dialog';
import { useAppServices } from '../appServices';
import { DumpTree } from '../tree/DumpTree';
import { useApp } from '../useApp';

/** The dump tree, where it has no column of its own: files, messages and skipped events, rank by rank. */
export function FilesDialog() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const screen = useApp((state) => state.screen);
  if (screen.kind !== 'dump') return null;
  return (
    <Dialog title={t('command.files')} width={620} onClose={() => controller.showDialog(undefined)}>
      <div className="files-dialog">
        <SessionContext value={screen.session}>
          <DumpTree />
        </SessionContext>
      </div>
    </Dialog>
  );
}
