import { Unplug } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Button } from '../ui/Button';
import { useAppServices } from './appServices';
import { addressOfSameView } from './viewAddress';

/** The Engine cannot be reached: for a moment, or for good. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const { connection } = useAppServices().controller;
  const status = useStore(connection.status, (state) => state.status);
  if (status === 'connected') return null;
  const isBrowser = connection.services.kind === 'browser';
  return (
    <div className={`banner banner-${status}`} role="alert">
      <Unplug size={15} aria-hidden />
      {status === 'reconnecting' ? (
        <span>{t('banner.reconnecting')}</span>
      ) : isBrowser ? (
        <>
          <span>{t('banner.closed')}</span>
          <NewAddress />
        </>
      ) : (
        <>
          <span>{t('banner.ended')}</span>
          <Button onClick={() => window.location.reload()}>{t('banner.reload')}</Button>
        </>
      )}
    </div>
  );
}

/** A host that has been started again has another address, where this page's own leads nowhere; the view goes along. */
function NewAddress() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const address = addressOfSameView(text, window.location);
    setIsWrong(address === undefined);
    if (address !== undefined) window.location.assign(address);
  };
  return (
    <form className="banner-address" onSubmit={go}>
      <input
        className="text-field number"
        aria-label={t('banner.address')}
        placeholder={t('banner.address')}
        aria-invalid={isWrong}
        title={isWrong ? t('banner.wrongAddress') : undefined}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          setIsWrong(false);
        }}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        {t('banner.open')}
      </Button>
      {isWrong && <span>{t('banner.wrongAddress')}</span>}
    </form>
  );
}
