import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount } from '../../base/format';
import { Button } from '../../ui/Button';
import { PathText } from '../../ui/PathText';
import { ProgressBar } from '../../ui/ProgressBar';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';
import { useThroughput } from '../useThroughput';

/** Files on their way to the host, with a way to stop. */
export function UploadCard() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const upload = useApp((state) => state.upload);
  const progress = upload?.progress;
  const bytesPerSecond = useThroughput(progress?.bytesDone ?? 0, upload !== undefined);
  if (!upload) return null;
  return (
    <section className="upload-card" aria-label={t('upload.title')}>
      <h2 className="upload-title">{t('upload.title')}</h2>
      <ProgressBar
        label={t('upload.title')}
        share={progress && progress.bytesTotal > 0 ? progress.bytesDone / progress.bytesTotal : undefined}
      />
      {progress && (
        <p className="upload-facts number">
          {t('upload.progress', {
            done: formatBytes(progress.bytesDone),
            total: formatBytes(progress.bytesTotal),
            filesDone: formatCount(progress.filesDone),
            filesTotal: formatCount(progress.filesTotal),
          })}
          {bytesPerSecond !== undefined && ` · ${formatBytes(bytesPerSecond)}/s`}
        </p>
      )}
      {progress && (
        <p className="upload-file">
          <PathText path={progress.fileName} />
        </p>
      )}
      <Button onClick={() => controller.cancelUpload()}>{t('common.cancel')}</Button>
    </section>
  );
}
