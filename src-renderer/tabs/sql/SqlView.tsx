import { CirclePlay, CircleStop } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SqlFailure, SqlTable } from '../../../src-contract';
import { sqlLimits } from '../../../src-contract/sql';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAsked } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { Button } from '../../ui/Button';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Split, ViewFrame } from '../../ui/layout/ViewLayout';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { noticeOfError } from '../../ui/notices/noticeOfError';
import { useNoticeText } from '../../ui/notices/noticeText';
import { Reading } from '../../ui/Reading';
import { examplesOf } from './examples';
import { ResultArea } from './ResultArea';
import { SchemaList } from './SchemaList';
import { SqlEditor } from './SqlEditor';
import { useSchema } from './schema';
import { runQuery, sqlStore } from './sqlState';
import { WithoutDuckDb } from './WithoutDuckDb';
import './sql.css';

const secondsChoices = [10, 60, 600, sqlLimits.seconds.most];
const gigabyteChoices = [1, 2, 8, 32];

/** Questions in SQL, where there is a DuckDB. */
export function SqlView() {
  const { t } = useTranslation();
  const { engine, dumpId } = useSession();
  const setup = useAsked('sql.setup', () => engine.sqlSetup());
  const tables = useAsked('sql.tables', () => engine.sqlTables(dumpId));
  if (setup.error !== undefined) return <FailedAnswer answer={setup} />;
  if (tables.error !== undefined) return <FailedAnswer answer={tables} />;
  if (!setup.value || !tables.value) return <Reading text={t('ui.table.loading')} />;
  const { failure } = setup.value;
  if (failure) return <WithoutDuckDb failure={failure} settingsFile={setup.value.settingsFile} onAgain={setup.retry} />;
  return <Sql tables={tables.value} />;
}

function Sql({ tables }: { readonly tables: readonly SqlTable[] }) {
  const { t } = useTranslation();
  const session = useSession();
  const store = sqlStore(session);
  const { sql, seconds, memoryBytes, running, result, failure, error } = useStore(store);
  const schema = useSchema(tables);
  const field = useRef<HTMLTextAreaElement>(null);
  const examples = useMemo(() => examplesOf(tables), [tables]);
  const run = () => void runQuery(session, store);
  const insert = (name: string) => {
    const own = field.current;
    if (!own) return;
    own.setRangeText(name, own.selectionStart, own.selectionEnd, 'end');
    store.setState({ sql: own.value });
    own.focus();
  };
  useEffect(() => {
    // One that answers something is a better beginning than nothing.
    if (store.getState().sql === '') store.setState({ sql: examples[0]?.sql ?? '' });
  }, [store, examples]);
  return (
    <ViewFrame
      label={t('sql.title')}
      toolbar={
        <>
          {running ? (
            <Button icon={CircleStop} onClick={() => running.abort()}>
              {t('sql.cancel')}
            </Button>
          ) : (
            <Button variant="primary" icon={CirclePlay} title="Ctrl+Enter" disabled={sql.trim() === ''} onClick={run}>
              {t('sql.run')}
            </Button>
          )}
          <OptionPicker
            label={t('sql.examples')}
            value={examples.find((own) => own.sql === sql)?.id}
            noneText={t('sql.choose')}
            options={examples.map(({ id }) => ({ value: id, label: t(`sql.example.${id}`) }))}
            onChange={(id) => store.setState({ sql: examples.find((own) => own.id === id)?.sql ?? sql })}
          />
          <OptionPicker
            label={t('sql.time')}
            value={String(seconds)}
            options={secondsChoices.map((own) => ({ value: String(own), label: t('sql.seconds', { n: own }) }))}
            onChange={(own) => store.setState({ seconds: Number(own) })}
          />
          <OptionPicker
            label={t('sql.memory')}
            value={String(memoryBytes)}
            options={gigabyteChoices.map((own) => ({ value: String(own * 2 ** 30), label: `${own} GB` }))}
            onChange={(own) => store.setState({ memoryBytes: Number(own) })}
          />
          {running && <Reading text={t('sql.running')} />}
        </>
      }
    >
      <Split
        storageKey="sql"
        direction="horizontal"
        handleLabel={t('sql.resize')}
        areas={[
          {
            id: 'query',
            defaultSize: '75%',
            content: (
              <Split
                storageKey="sql.query"
                direction="vertical"
                handleLabel={t('sql.resize')}
                areas={[
                  {
                    id: 'editor',
                    defaultSize: '30%',
                    content: (
                      <SqlEditor
                        field={field}
                        sql={sql}
                        schema={schema}
                        onChange={(next) => store.setState({ sql: next })}
                        onRun={run}
                      />
                    ),
                  },
                  {
                    id: 'result',
                    content: (
                      <div className="sql-result">
                        {failure && <Failure failure={failure} />}
                        {error !== undefined && <OtherFailure error={error} />}
                        {result && <ResultArea result={result} store={store} isRunning={running !== undefined} />}
                      </div>
                    ),
                  },
                ]}
              />
            ),
          },
          { id: 'schema', minSize: '180px', content: <SchemaList schema={schema} onName={insert} /> },
        ]}
      />
    </ViewFrame>
  );
}

function Failure({ failure: { code, params } }: { readonly failure: SqlFailure }) {
  const { t } = useTranslation();
  return <Said message={t(`sql.failure.${code}`, params)} isError={code !== 'cancelled'} />;
}

/** The query did not get as far as an answer. */
function OtherFailure({ error }: { readonly error: unknown }) {
  return <Said message={useNoticeText(noticeOfError(error))} isError />;
}

function Said({ message, isError }: { readonly message: string; readonly isError: boolean }) {
  return (
    <div role="alert">
      <NoticeLine notice={{ code: 'sql', severity: isError ? 'error' : 'info', message, params: {} }} />
    </div>
  );
}
