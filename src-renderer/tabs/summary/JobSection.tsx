import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactValue, JobFactId } from '../../../src-contract';
import { formatBytes } from '../../base/format';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer, useRevision } from '../../session/answers/useAnswer';
import { useSessionState } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { Badge } from '../../ui/controls/Badge';
import { rangesText } from '../../ui/controls/pickerItems';
import { Card } from '../../ui/layout/Card';
import { type FactLine, FactList } from '../../ui/layout/FactList';
import { Split } from '../../ui/layout/ViewLayout';
import { DataTable } from '../../ui/table/DataTable';
import type { SectionProps } from './sectionParts';

/** Who profiled what, how: facts, environment, and which files each rank has. */
export function JobSection({ overview, of }: SectionProps) {
  const { t } = useTranslation();
  const answer = useAnswer('summary.job', of);
  const rankCount = overview.ranks.length;
  if (answer.error !== undefined) return <FailedAnswer answer={answer} />;
  const facts = answer.value?.facts ?? [];
  const environment = answer.value?.environment ?? [];
  return (
    <Split
      storageKey="summary.job"
      direction="horizontal"
      handleLabel={t('summary.resize')}
      areas={[
        {
          id: 'facts',
          defaultSize: '36%',
          minSize: '260px',
          content: (
            <div className="summary-scroll summary-stack">
              <Card title={t('summary.job.title')}>
                <FactList
                  facts={facts.map(({ id, values }) => ({
                    label: t(`summary.fact.${id}`),
                    definition: t(`summary.factHint.${id}`),
                    value: <FactValues values={values} rankCount={rankCount} isSameExpected={!ownFacts.includes(id)} />,
                  }))}
                />
              </Card>
              {environment.length > 0 && (
                <Card title={t('summary.job.environment')} definition={t('summary.job.environmentHint')}>
                  <div className="summary-numbers summary-names">
                    <FactList
                      facts={environment.map(({ name, values }) => ({
                        label: name,
                        value: <FactValues values={values} rankCount={rankCount} isSameExpected />,
                      }))}
                    />
                  </div>
                </Card>
              )}
            </div>
          ),
        },
        { id: 'files', content: <Files of={of} /> },
      ]}
    />
  );
}

/** Facts in which ranks differ although all is well. */
const ownFacts: readonly JobFactId[] = ['hosts', 'devices', 'collectionEnd'];
/** Values beyond these are only counted. */
const MAX_VALUES = 8;

interface FactValuesProps {
  readonly values: readonly FactValue[];
  readonly rankCount: number;
  readonly isSameExpected: boolean;
}

/** What all ranks say; where they differ, who says what. */
function FactValues({ values, rankCount, isSameExpected }: FactValuesProps) {
  const { t } = useTranslation();
  const textOf = (text: string) => (text === '' ? t('summary.job.unset') : text);
  const [only] = values;
  if (values.length === 1 && only) {
    const isOfSome = only.ranks.length > 0 && only.ranks.length < rankCount;
    return (
      <>
        {textOf(only.text)}
        {isOfSome && (
          <span className="summary-muted"> · {t('summary.job.ofRanks', { ranks: rangesText(only.ranks) })}</span>
        )}
      </>
    );
  }
  return (
    <ul className="fact-values">
      {values.slice(0, MAX_VALUES).map(({ text, ranks }, at) => (
        <li key={text}>
          {textOf(text)} <span className="summary-muted">{t('summary.job.ofRanks', { ranks: rangesText(ranks) })}</span>{' '}
          {isSameExpected && at > 0 && <Badge tone="warning">{t('summary.job.differs')}</Badge>}
        </li>
      ))}
      {values.length > MAX_VALUES && (
        <li className="summary-muted">{t('summary.job.more', { n: values.length - MAX_VALUES })}</li>
      )}
    </ul>
  );
}

function Files({ of }: Pick<SectionProps, 'of'>) {
  const { t } = useTranslation();
  const source = useTableSource({ table: 'summary.files', of });
  const clusterFiles = useSessionState(({ dump }) => dump.clusterFiles);
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const revision = useRevision();
  const renderCell = useMemo(() => {
    const cell = (_: unknown, text: string) =>
      text === '' ? <span className="summary-absent">{t('summary.job.missing')}</span> : text;
    const kinds = ranks.flatMap(({ files }) => files.map(({ role, table }) => (role === 'timeline' ? role : table)));
    return Object.fromEntries(kinds.map((kind) => [`file-${kind}`, cell]));
  }, [ranks, t]);
  const ofJob: readonly FactLine[] = clusterFiles.map(({ path, sizeBytes }) => ({
    label: path.split(/[\\/]/).at(-1) ?? path,
    value: formatBytes(sizeBytes),
    exact: path,
    copy: path,
  }));
  return (
    <div className="summary-files">
      {ofJob.length > 0 && (
        <Card title={t('summary.job.clusterFiles')}>
          <FactList facts={ofJob} />
        </Card>
      )}
      {ranks.length > 0 && (
        <div className="summary-files-table">
          <DataTable
            label={t('summary.job.files')}
            source={source}
            revision={revision}
            storageKey="summary.files"
            columnWords="summary.column"
            renderCell={renderCell}
          />
        </div>
      )}
    </div>
  );
}
