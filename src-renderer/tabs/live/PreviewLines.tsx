import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LiveSource } from '../../../src-contract';
import { formatCount, formatDuration } from '../../base/format';
import { useLatestAnswer } from '../../base/useLatestAnswer';
import { useLiveText } from './JobHead';
import { useLive } from './live';

/** While one types. */
const DELAY_MS = 300;

/** The last lines of the files, and what each tells. */
export function PreviewLines({ source }: { readonly source: LiveSource | undefined }) {
  const { t } = useTranslation();
  const live = useLive();
  const textOf = useLiveText();
  const key = source && JSON.stringify(source);
  const answer = useLatestAnswer(key, () => live.engine.previewLive(source!), { delayMs: DELAY_MS });
  if (!source) return null;
  const { value, error } = answer;
  const said = error instanceof Error ? error.message : value?.problem && textOf(value.problem);
  const lines = value?.files.flatMap(({ lines: own }) => own) ?? [];
  const found = lines.filter(({ step }) => step !== undefined).length;
  return (
    <section className="live-preview" aria-label={t('live.form.preview')} aria-busy={answer.isAsking}>
      <p className="live-muted" role="status">
        {said ??
          (value
            ? t(found === 0 ? 'live.form.noMatch' : 'live.form.match', {
                found: formatCount(found),
                lines: formatCount(lines.length),
                count: value.fileCount,
                n: formatCount(value.fileCount),
              })
            : t('live.reading'))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
      <ol tabIndex={0} aria-label={t('live.form.preview')}>
        {value?.files.flatMap(({ path, lines: own }) =>
          own.map(({ text, step }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and stay in their places
            <li key={`${path} ${at}`} className={step ? 'is-step' : undefined}>
              {step ? <Check size={12} aria-hidden /> : <Minus size={12} aria-hidden />}
              <span className="live-preview-step">
                {step &&
                  t(step.rank === undefined ? 'live.form.found' : 'live.form.foundOfRank', {
                    step: String(step.number),
                    took: formatDuration(step.ms * 1e6),
                    rank: String(step.rank ?? ''),
                  })}
              </span>
              <code title={text}>{text}</code>
            </li>
          )),
        )}
      </ol>
    </section>
  );
}
