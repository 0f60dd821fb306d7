import { Braces, ClipboardList, Crosshair, MousePointerClick } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SliceDetails } from '../../../../src-contract';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { useShell, useShellState } from '../../../session/shell';
import { Button } from '../../../ui/Button';
import { copyText } from '../../../ui/clipboard';
import { EmptyState } from '../../../ui/EmptyState';
import { ColourSwatch } from '../ColourSwatch';
import { PanelReading } from '../PanelReading';
import { KernelFacts } from './KernelFacts';
import { OtherRanks } from './OtherRanks';
import { SliceArgs } from './SliceArgs';
import { SliceCalls } from './SliceCalls';
import { SliceFacts } from './SliceFacts';
import { SliceLinks } from './SliceLinks';
import { sliceAsJson, sliceAsText } from './sliceText';

/** Everything about the selected slice. */
export function SlicePanel() {
  const { t } = useTranslation();
  const details = useSessionState((state) => state.selectedDetails);
  // All panels stay mounted; what takes a while is asked for by who looks.
  const isShown = useShellState(({ panel }) => panel === 'slice');
  const isSelected = useSessionState((state) => state.selectedSlice !== undefined);
  const { article, onClickCapture } = useKeptFocus(details);
  if (!details) {
    if (isSelected) return <PanelReading />;
    return <EmptyState size="panel" icon={MousePointerClick} title={t('slice.noneTitle')} text={t('slice.noneText')} />;
  }
  return (
    <article
      ref={article}
      tabIndex={-1}
      className="slice-panel"
      aria-label={nameOf(details, t)}
      onClickCapture={onClickCapture}
    >
      <SliceHeader slice={details} name={nameOf(details, t)} />
      <div className="slice-columns">
        <SliceFacts slice={details} isShown={isShown} />
        <div className="slice-column">
          <KernelFacts slice={details} isShown={isShown} />
          <SliceArgs slice={details} />
        </div>
        <div className="slice-column">
          <SliceLinks slice={details} />
          <SliceCalls slice={details} isShown={isShown} />
          <OtherRanks slice={details} isShown={isShown} />
        </div>
      </div>
    </article>
  );
}

/** What was chosen by a key in the panel leads to another slice, and is not there any more then: the panel has the focus. */
function useKeptFocus(details: SliceDetails | undefined) {
  const article = useRef<HTMLElement>(null);
  const isByKey = useRef(false);
  useEffect(() => {
    if (!details || !isByKey.current) return;
    isByKey.current = false;
    if (document.activeElement === document.body) article.current?.focus({ preventScroll: true });
  }, [details]);
  const onClickCapture = ({ detail }: MouseEvent) => {
    // A key's click has no place.
    isByKey.current = detail === 0;
  };
  return { article, onClickCapture };
}

/** A stretch of a critical path that nothing was recorded of is called by what it is. */
function nameOf({ name, onPath }: SliceDetails, t: (key: string) => string): string {
  return name === '' && onPath ? t(`findings.component.${onPath.component}`) : name;
}

function SliceHeader({ slice, name }: { readonly slice: SliceDetails; readonly name: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const copy = (text: string) =>
    copyText(text).then((isDone) => {
      if (!isDone) shell.reportError(new Error(t('error.clipboard')));
    });
  return (
    <header className="slice-header">
      <ColourSwatch colour={slice.colour} />
      <h2 className="slice-name" title={name}>
        {name}
      </h2>
      {slice.isInstant && <span className="badge">{t('slice.instant')}</span>}
      {slice.isUnfinished && <span className="badge badge-warning">{t('slice.unfinished')}</span>}
      <div className="slice-actions">
        <Button variant="quiet" icon={Crosshair} onClick={() => session.actions.jumpTo(slice)}>
          {t('slice.show')}
        </Button>
        <Button variant="quiet" icon={ClipboardList} onClick={() => copy(sliceAsText(slice))}>
          {t('slice.copyText')}
        </Button>
        <Button variant="quiet" icon={Braces} onClick={() => copy(sliceAsJson(slice))}>
          {t('slice.copyJson')}
        </Button>
      </div>
    </header>
  );
}
