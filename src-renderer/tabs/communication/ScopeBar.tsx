import type { TFunction } from 'i18next';
import { FilterX } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { CommunicationGroup, CommunicationOverview } from '../../../src-contract';
import { formatCount, formatDuration } from '../../base/format';
import { useAnswer } from '../../session/answers/useAnswer';
import { JobPicker } from '../../session/JobPicker';
import { IconButton } from '../../ui/Button';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { rangesText } from '../../ui/controls/pickerItems';
import { type CommunicationStore, narrowed, wholeScope } from './communicationState';
import { hasCollectives } from './pageProps';

const ALL = '';

interface ScopeBarProps {
  readonly store: CommunicationStore;
  readonly overview: CommunicationOverview;
}

/** Which collectives everything in the tab is about. */
export function ScopeBar({ store, overview }: ScopeBarProps) {
  const { t } = useTranslation();
  const { scope, rank } = useStore(store);
  const choose = (part: 'step' | 'group' | 'type' | 'op') => (value: string) =>
    store.setState({ scope: narrowed(scope, part, value === ALL ? undefined : value), pair: undefined });
  const all = { value: ALL, label: t('communication.scope.all') };
  const { op: _, ...around } = scope;
  const known = useAnswer('communication.names', around, { delayMs: 300 }).value;
  const names = useMemo(() => [...new Map((known ?? []).map((own) => [own.name, own])).values()], [known]);
  const { groups, ranks } = useMemo(() => choices(overview, t), [overview, t]);
  const { job, ...narrowing } = scope;
  const isNarrowed = Object.keys(narrowing).length > 0 || rank !== undefined;
  return (
    <>
      <JobPicker />
      {overview.steps.length > 1 && (
        <OptionPicker
          label={t('communication.scope.step')}
          value={scope.step ?? ALL}
          options={[all, ...overview.steps.map((step) => ({ value: step, label: step || '—' }))]}
          onChange={choose('step')}
        />
      )}
      <OptionPicker
        label={t('communication.scope.group')}
        value={scope.group ?? ALL}
        options={groups}
        onChange={choose('group')}
      />
      <OptionPicker
        label={t('communication.scope.type')}
        value={scope.type ?? ALL}
        options={[
          all,
          ...overview.types.map(({ type, count }) => ({ value: type, label: type, detail: formatCount(count) })),
        ]}
        onChange={choose('type')}
      />
      {hasCollectives(overview) && (
        <OptionPicker
          label={t('communication.scope.op')}
          value={scope.op ?? ALL}
          options={[
            all,
            // The chosen one stands there before the others are known.
            ...(scope.op !== undefined && !names.some(({ name }) => name === scope.op)
              ? [{ value: scope.op, label: scope.op }]
              : []),
            ...names.map(({ name, rankCount }) => ({ value: name, label: name, detail: formatCount(rankCount) })),
          ]}
          onChange={choose('op')}
        />
      )}
      <OptionPicker
        label={t('communication.scope.rank')}
        value={rank === undefined ? ALL : String(rank)}
        options={ranks}
        onChange={(value) => store.setState({ rank: value === ALL ? undefined : Number(value) })}
      />
      {isNarrowed && (
        <IconButton
          icon={FilterX}
          label={t('communication.scope.clear')}
          onClick={() => store.setState({ scope: wholeScope(scope), rank: undefined, pair: undefined })}
        />
      )}
    </>
  );
}

/** Made once: a large job has thousands of both. */
function choices(overview: CommunicationOverview, t: TFunction) {
  const all = { value: ALL, label: t('communication.scope.all') };
  const unknown = t('communication.ranksUnknown');
  return {
    groups: [
      all,
      ...overview.groups.map((group) => ({
        value: group.key,
        label: groupTitle(group, unknown),
        detail: `${formatCount(group.opCount)} · ${formatDuration(group.elapseNs)}`,
      })),
    ],
    ranks: [all, ...overview.ranks.map((own) => ({ value: String(own.rank), label: own.label }))],
  };
}

/** "dp_cp (0-3)". */
export function groupTitle({ name, ranks }: Pick<CommunicationGroup, 'name' | 'ranks'>, unknown: string): string {
  return `${name} (${ranks.length > 0 ? rangesText(ranks) : unknown})`;
}
