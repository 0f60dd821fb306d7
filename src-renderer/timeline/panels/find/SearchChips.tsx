import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../base/format';
import { useSearch, useSearchState } from '../../../session/search/useSearch';

interface Chip {
  readonly key: string;
  readonly text: string;
  readonly title?: string;
  readonly remove: () => void;
}

/** What limits the search, each with a cross that takes it away. */
export function SearchChips() {
  const { t } = useTranslation();
  const model = useSearch();
  const { parsed, options, search } = useSearchState((state) => state);
  const region = search?.region;
  const chips: Chip[] = parsed.filters.map((filter) => ({
    key: `${filter.from}`,
    text: filter.text,
    remove: () => model.removeFilter(filter),
  }));
  for (const option of ['isCaseSensitive', 'isWholeWord', 'isPattern', 'inArgs'] as const)
    if (options[option])
      chips.push({ key: option, text: t(`find.${option}`), remove: () => model.setOptions({ [option]: false }) });
  if (region)
    chips.push({
      key: 'region',
      text: t('find.inRegion', { duration: formatDuration(region.endNs - region.startNs) }),
      title: t('find.lockHint'),
      remove: () => model.lock(false),
    });
  if (chips.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label={t('find.filters')}>
      {chips.map(({ key, text, title, remove }) => (
        <li key={key} className="filter-chip">
          <span className="filter-chip-text search-chip-text" title={title ?? text}>
            {text}
          </span>
          <button
            type="button"
            className="filter-chip-clear"
            aria-label={t('find.removeFilter', { filter: text })}
            onClick={remove}
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
