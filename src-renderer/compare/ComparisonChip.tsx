import { ArrowRight, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession, useSessionState } from '../session/useSession';
import { IconButton } from '../ui/Button';
import { sideText } from './sideText';
import './compare.css';

/** What is held against what, beside the tabs; nothing where nothing is. `onOpen`: goes to where it is chosen. */
export function ComparisonChip({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation();
  const { actions } = useSession();
  const sides = useSessionState(({ comparison }) => comparison);
  const dump = useSessionState((state) => state.dump);
  if (!sides) return null;
  const [a, b] = [sides.a, sides.b].map((side) => sideText(t, side, dump));
  return (
    <section className="comparison-chip" aria-label={t('compare.chip.label')}>
      <button type="button" className="comparison-sides" title={t('compare.chip.open', { a, b })} onClick={onOpen}>
        <b>A</b>
        <span className="comparison-side">{a}</span>
        <ArrowRight size={13} aria-hidden />
        <b>B</b>
        <span className="comparison-side">{b}</span>
      </button>
      <IconButton icon={X} iconSize={13} label={t('compare.chip.remove')} onClick={() => actions.compare(undefined)} />
    </section>
  );
}
