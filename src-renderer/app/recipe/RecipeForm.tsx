import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_PROFILE_STEPS } from '../../../src-contract/profiling/costs';
import { hasCounters } from '../../../src-contract/profiling/levels';
import { aicMetrics } from '../../../src-contract/profiling/metrics';
import { levelLine, metricsLine, partLine } from '../../../src-contract/profiling/words';
import {
  MOST_SKIPPED,
  parseRanks,
  type RecipeChoice,
  ranksText,
  recipeQuestions,
  usualChoice,
} from '../../../src-report/recipe/choices';
import { collectorFacts, collectors } from '../../../src-report/recipe/collectors';
import { recipeWords } from '../../../src-report/recipe/words';
import { useSentenceLanguage } from '../../session/findings/useFindings';
import { Checkbox } from '../../ui/Checkbox';
import { ChoiceGroup } from '../../ui/ChoiceGroup';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { NumberField } from '../../ui/NumberField';

interface RecipeFormProps {
  readonly choice: RecipeChoice;
  readonly onChange: (part: Partial<RecipeChoice>) => void;
}

export function RecipeForm({ choice, onChange }: RecipeFormProps) {
  return (
    <div className="recipe-form">
      <Questions choice={choice} onChange={onChange} />
      <Collector choice={choice} onChange={onChange} />
      <Collected choice={choice} onChange={onChange} />
      <Extent choice={choice} onChange={onChange} />
    </div>
  );
}

/** A question proposes all that its answer needs. */
function Questions({ choice, onChange }: RecipeFormProps) {
  const { t } = useTranslation();
  const language = useSentenceLanguage();
  const name = useId();
  return (
    <fieldset className="recipe-questions">
      <legend>{t('recipe.question')}</legend>
      {recipeQuestions.map((question) => (
        <label key={question} className="recipe-question">
          <input
            type="radio"
            name={name}
            checked={question === choice.question}
            {...(question === choice.question && { 'data-first-focus': true })}
            onChange={() => {
              const { level, hasMemory, hasStack, count } = usualChoice(question, choice.collector);
              onChange({ question, level, hasMemory, hasStack, count });
            }}
          />
          <span>{recipeWords(`question.${question}`, language)}</span>
        </label>
      ))}
      <p className="field-hint">{recipeWords(`question.${choice.question}.about`, language)}</p>
    </fieldset>
  );
}

function Collector({ choice, onChange }: RecipeFormProps) {
  const { t } = useTranslation();
  const language = useSentenceLanguage();
  return (
    <div className="recipe-part">
      <OptionPicker
        label={t('recipe.collector')}
        value={choice.collector}
        options={collectors.map((value) => ({ value, label: recipeWords(`collector.${value}`, language) }))}
        onChange={(collector) => onChange({ collector })}
      />
      <p className="field-hint">{recipeWords(`about.${choice.collector}`, language)}</p>
    </div>
  );
}

/** What is collected of each step. */
function Collected({ choice, onChange }: RecipeFormProps) {
  const { t } = useTranslation();
  const language = useSentenceLanguage();
  const { takes, levels } = collectorFacts[choice.collector];
  if (!takes.has('level') && !takes.has('memory') && !takes.has('stack')) return null;
  return (
    <div className="recipe-part">
      {takes.has('level') && (
        <>
          <ChoiceGroup
            label={t('recipe.level')}
            value={choice.level}
            options={levels.map((value) => ({
              value,
              label: value === 'none' ? t('recipe.levelNone') : value,
              title: levelLine(value, language),
            }))}
            onChange={(level) => onChange({ level })}
          />
          <p className="field-hint">{levelLine(choice.level, language)}</p>
        </>
      )}
      {takes.has('metrics') && hasCounters(choice.level) && (
        <>
          <OptionPicker
            label={t('recipe.metrics')}
            value={choice.metrics}
            options={aicMetrics.map((value) => ({ value, label: value }))}
            onChange={(metrics) => onChange({ metrics })}
          />
          <p className="field-hint">{metricsLine(choice.metrics, language)}</p>
        </>
      )}
      {takes.has('memory') && (
        <Checkbox isChecked={choice.hasMemory} onChange={(hasMemory) => onChange({ hasMemory })}>
          {t('recipe.memory')}
        </Checkbox>
      )}
      {takes.has('memory') && choice.hasMemory && <p className="field-hint">{partLine('memory', language)}</p>}
      {takes.has('stack') && (
        <Checkbox isChecked={choice.hasStack} onChange={(hasStack) => onChange({ hasStack })}>
          {t('recipe.stack')}
        </Checkbox>
      )}
      {takes.has('stack') && choice.hasStack && <p className="field-hint">{partLine('stack', language)}</p>}
    </div>
  );
}

/** How much of the run, of which ranks, and where to. */
function Extent({ choice, onChange }: RecipeFormProps) {
  const { t } = useTranslation();
  const { takes } = collectorFacts[choice.collector];
  const unit = takes.has('epochs') ? choice.unit : 'step';
  const isWithin = (least: number, most: number) => (text: string) => {
    const number = Number(text);
    return text !== '' && Number.isInteger(number) && number >= least && number <= most;
  };
  return (
    <div className="recipe-part">
      {takes.has('epochs') && (
        <ChoiceGroup
          label={t('recipe.by')}
          value={choice.unit}
          options={(['step', 'epoch'] as const).map((value) => ({ value, label: t(`recipe.unit.${value}`) }))}
          onChange={(value) => onChange({ unit: value })}
        />
      )}
      {takes.has('count') && (
        <NumberField
          label={t('recipe.count')}
          unit={t(`recipe.unit.${unit}`)}
          value={String(choice.count)}
          {...{ min: 1, max: MOST_PROFILE_STEPS, step: 1 }}
          invalidText={t('recipe.wrongCount', { most: MOST_PROFILE_STEPS })}
          isValid={isWithin(1, MOST_PROFILE_STEPS)}
          onCommit={(text) => onChange({ count: Number(text) })}
        />
      )}
      {takes.has('skipped') && (
        <NumberField
          label={t('recipe.skipped')}
          unit={t(`recipe.unit.${unit}`)}
          value={String(choice.skipped)}
          {...{ min: 0, max: MOST_SKIPPED, step: 1 }}
          invalidText={t('recipe.wrongSkipped')}
          isValid={isWithin(0, MOST_SKIPPED)}
          onCommit={(text) => onChange({ skipped: Number(text) })}
        />
      )}
      {takes.has('ranks') && <Ranks choice={choice} onChange={onChange} />}
      <TextField
        label={t('recipe.output')}
        value={choice.output}
        problem={choice.output === '' ? t('recipe.noOutput') : undefined}
        onChange={(output) => onChange({ output: output.replaceAll('\0', '') })}
      />
    </div>
  );
}

function Ranks({ choice, onChange }: RecipeFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => ranksText(choice.ranks));
  const isWrong = parseRanks(text) === undefined;
  return (
    <TextField
      label={t('recipe.ranks')}
      value={text}
      placeholder={t('recipe.allRanks')}
      problem={isWrong ? t('recipe.wrongRanks') : undefined}
      onChange={(typed) => {
        setText(typed);
        const ranks = parseRanks(typed);
        if (ranks) onChange({ ranks });
      }}
    />
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

function TextField({ label, value, placeholder, problem, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className="recipe-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="text-field"
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-problem`} className="field-error" aria-live="polite">
        {problem}
      </p>
    </div>
  );
}
