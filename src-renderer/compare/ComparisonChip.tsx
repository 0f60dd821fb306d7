import { AlignHorizontalJustifyStart, ArrowRight, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSessionState } from '../session/answers/useSession';
import { IconButton } from '../ui/Button';
import { sideText } from './sideText';
import './compare.css';

interface ComparisonChipProps {
  /** Goes to where it is chosen. */
  readonly onOpen: () => void;
  readonly onEnd: () => void;
  /** Puts A and B one above the other in the timeline, or back; absent where they can't stand so. */
  readonly align?: { readonly isAligned: boolean; readonly toggle: () => void } | undefined;
}

/** What is held against what, beside the tabs; nothing where nothing is. */
export function ComparisonChip({ onOpen, onEnd, align }: ComparisonChipProps) {
  const { t } = useTranslation();
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
      {align && (
        <IconButton
          icon={AlignHorizontalJustifyStart}
          iconSize={13}
          label={t(align.isAligned ? 'compare.command.endAlignment' : 'compare.command.align')}
          isPressed={align.isAligned}
          onClick={align.toggle}
        />
      )}
      <IconButton icon={X} iconSize={13} label={t('compare.chip.remove')} onClick={onEnd} />
    </section>
  );
}
