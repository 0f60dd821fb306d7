import { CornerLeftUp, File, Folder } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLatestAnswer } from '../../base/useLatestAnswer';
import { Button, IconButton } from '../../ui/Button';
import { useLive } from './live';

/** Folders of the machine that the job's files lie on, within what its host may show; a click on a file chooses it. */
export function BrowseFiles({ onChoose }: { readonly onChoose: (path: string) => void }) {
  const { t } = useTranslation();
  const { engine } = useLive();
  const [folder, setFolder] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    const start = (path: string) => isWanted && setFolder((before) => before ?? path);
    engine.host().then(
      ({ roots }) => start(roots[0] ?? '/'),
      () => start('/'),
    );
    return () => {
      isWanted = false;
    };
  }, [engine]);
  const { value, error } = useLatestAnswer(folder, () => engine.listFolder(folder!));
  const said = value?.notice?.message ?? (error instanceof Error ? error.message : undefined);
  return (
    <section className="live-browse" aria-label={t('live.form.browse')}>
      <div className="live-browse-bar">
        <IconButton
          icon={CornerLeftUp}
          label={t('folders.up')}
          disabled={value?.parent === undefined}
          onClick={() => setFolder(value?.parent)}
        />
        <span className="number live-browse-path" title={folder}>
          {folder}
        </span>
        <Button onClick={() => folder !== undefined && onChoose(folder)}>{t('live.form.thisFolder')}</Button>
      </div>
      {said !== undefined && (
        <p className="field-error" role="alert">
          {said}
        </p>
      )}
      <ul>
        {value?.entries.map(({ path, name, kind }) => (
          <li key={path}>
            <button type="button" onClick={() => (kind === 'folder' ? setFolder(path) : onChoose(path))}>
              {kind === 'folder' ? <Folder size={13} aria-hidden /> : <File size={13} aria-hidden />}
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
