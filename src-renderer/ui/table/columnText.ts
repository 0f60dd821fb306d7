import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableColumn, Unit } from '../../../src-contract';
import { metricsOfColumn } from '../../../src-contract/profiling/metrics';
import { metricsLine } from '../../../src-contract/profiling/words';

export interface ColumnWords {
  readonly title: string;
  /** What the numbers in it mean; the title's tooltip. */
  readonly definition: string | undefined;
}

/** Keys that may stand in a translation's name; a file's header is never looked up as one. */
const knownKey = /^[a-zA-Z][\w-]*$/;

/** "HCCS size": one of several columns of that kind, each of a thing with a name. */
const namedKey = /^(?<name>.+) (?<kind>[a-z]+)$/;

/**
 * `place`: where the view has words of its own for its columns, below `each` those of several columns that differ in a name;
 * `column` has those that all views share.
 */
export function columnWords(
  column: TableColumn,
  t: TFunction,
  exists: (key: string) => boolean,
  place = 'column',
  language: 'en' | 'zh' = 'en',
): ColumnWords {
  const { key, label, unit } = column;
  const named = namedKey.exec(key)?.groups;
  const words = (kind: string) => {
    const ofNamed = named && `${place}.each.${named.kind}.${kind}`;
    if (ofNamed && exists(ofNamed)) return t(ofNamed, { name: named.name });
    if (!knownKey.test(key)) return undefined;
    const name = [place, 'column'].map((own) => `${own}.${key}.${kind}`).find(exists);
    return name === undefined ? undefined : t(name);
  };
  const definition = words('definition') ?? countersText(label, language);
  const ownTitle = words('title');
  return {
    title: ownTitle ?? withoutUnit(label, unit),
    // The header as the file has it, for those who know the file.
    definition: definition === undefined ? (withoutUnit(label, unit) === label ? undefined : label) : definition,
  };
}

/** A counter of the cores: what its set collects, and the option that collects it. */
function countersText(header: string, language: 'en' | 'zh'): string | undefined {
  const metrics = metricsOfColumn(header);
  return metrics && `${metricsLine(metrics, language)}\n${header} (aic_metrics=${metrics})`;
}

const unitsInCells: ReadonlySet<Unit> = new Set<Unit>([
  'time',
  'duration',
  'bytes',
  'traffic',
  'percent',
  'GB/s',
  'MB/s',
  'MHz',
]);

/** "Duration(us)" → "Duration" where the cells carry their own unit: it would contradict "1.2 ms". */
function withoutUnit(label: string, unit: Unit): string {
  if (!unitsInCells.has(unit)) return label;
  return label.replace(/\s*\((?:ns|us|ms|s|b|byte|kb|mb|gb|%|[gm]b\/s|mhz)\)\s*$/i, '') || label;
}

/** Title and definition of a column in the user's language, else as the file has it. */
export function useColumnWords(place?: string): (column: TableColumn) => ColumnWords {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    // Looked up once a column and language, not with each row that is drawn.
    const known = new Map<string, ColumnWords>();
    return (column: TableColumn) => {
      const name = `${column.key}\n${column.label}\n${column.unit}`;
      const words =
        known.get(name) ??
        columnWords(column, t, (key) => i18n.exists(key), place, i18n.language.startsWith('zh') ? 'zh' : 'en');
      known.set(name, words);
      return words;
    };
  }, [t, i18n, place]);
}
