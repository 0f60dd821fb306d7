import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RankIndex, RankState } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { Button } from '../Button';
import { Picker } from './Picker';
import { type PickerItem, rangesText } from './pickerItems';

/** What the pickers need to know of a rank. */
export type PickableRank = Pick<RankState, 'index' | 'label' | 'rank' | 'hostName'>;

interface RankPickerProps {
  readonly ranks: readonly PickableRank[];
  readonly value: readonly RankIndex[];
  /** In the order of `ranks`; may be empty. */
  readonly onChange: (value: readonly RankIndex[]) => void;
  /** Default: "Ranks". */
  readonly label?: string;
}

/** Any number of ranks. "0-7, 12" typed and Enter on "Only these" chooses them out of a thousand. */
export function RankPicker({ ranks, value, onChange, label }: RankPickerProps) {
  const { t } = useTranslation();
  const items = useRankItems(ranks);
  const chosen = useMemo(() => new Set<number>(value), [value]);
  const change = (isIn: (index: number) => boolean) =>
    onChange(ranks.map(({ index }) => index).filter((index) => isIn(index)));
  return (
    <Picker
      label={label ?? t('ui.picker.ranks')}
      summary={ranksSummary(ranks, chosen, t('ui.picker.all'), t('ui.picker.nothing'))}
      items={items}
      isMultiple
      isChosen={(index) => chosen.has(index)}
      onToggle={(toggled) => change((index) => (index === toggled ? !chosen.has(index) : chosen.has(index)))}
      footer={(matching) => {
        const meant = new Set(matching);
        return (
          <>
            <Button variant="quiet" onClick={() => change((index) => meant.has(index))}>
              {t('ui.picker.onlyThese', { n: formatCount(meant.size) })}
            </Button>
            <Button variant="quiet" onClick={() => change((index) => chosen.has(index) || meant.has(index))}>
              {t('ui.picker.addThese')}
            </Button>
            <Button variant="quiet" onClick={() => change((index) => chosen.has(index) && !meant.has(index))}>
              {t('ui.picker.dropThese')}
            </Button>
          </>
        );
      }}
    />
  );
}

interface OneRankPickerProps {
  readonly ranks: readonly PickableRank[];
  readonly value: RankIndex | undefined;
  readonly onChange: (value: RankIndex) => void;
  /** Default: "Rank". */
  readonly label?: string;
}

export function OneRankPicker({ ranks, value, onChange, label }: OneRankPickerProps) {
  const { t } = useTranslation();
  const items = useRankItems(ranks);
  return (
    <Picker
      label={label ?? t('ui.picker.rank')}
      summary={ranks.find(({ index }) => index === value)?.label ?? t('ui.picker.nothing')}
      items={items}
      isMultiple={false}
      isChosen={(index) => index === value}
      onToggle={(toggled) => {
        const rank = ranks.find(({ index }) => index === toggled);
        if (rank) onChange(rank.index);
      }}
    />
  );
}

function useRankItems(ranks: readonly PickableRank[]): readonly PickerItem[] {
  return useMemo(
    () =>
      ranks.map(({ index, label, rank, hostName }) => ({
        value: index,
        label,
        ...(rank !== undefined && { number: rank }),
        ...(hostName !== undefined && { detail: hostName }),
      })),
    [ranks],
  );
}

function ranksSummary(
  ranks: readonly PickableRank[],
  chosen: ReadonlySet<number>,
  all: string,
  nothing: string,
): string {
  const some = ranks.filter(({ index }) => chosen.has(index));
  if (some.length === 0) return nothing;
  if (some.length === 1) return some[0]!.label;
  if (some.length === ranks.length) return `${all} (${formatCount(ranks.length)})`;
  const numbers = some.map(({ rank }) => rank);
  const isNumbered = numbers.every((number) => number !== undefined);
  return isNumbered ? `${rangesText(numbers)} (${formatCount(some.length)})` : formatCount(some.length);
}
