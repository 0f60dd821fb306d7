import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type CollectorId, collectors } from '../../../src-report/recipe/collectors';
import { differences, differs } from '../../../src-report/recipe/differences';
import { recipeWords } from '../../../src-report/recipe/words';
import { useSentenceLanguage } from '../../session/findings/useFindings';

interface CollectorTableProps {
  readonly chosen: CollectorId;
  readonly onChoose: (collector: CollectorId) => void;
}

/** How the collectors differ; a collector's name chooses it. */
export function CollectorTable({ chosen, onChoose }: CollectorTableProps) {
  const { t } = useTranslation();
  const language = useSentenceLanguage();
  return (
    <div className="recipe-table">
      <table aria-label={t('recipe.compare')}>
        <thead>
          <tr>
            <th scope="col">{t('recipe.collector')}</th>
            {differences.map((difference) => (
              <th key={difference} scope="col">
                {recipeWords(`difference.${difference}`, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {collectors.map((collector) => (
            <tr key={collector} className={collector === chosen ? 'is-chosen' : ''}>
              <th scope="row">
                <button type="button" aria-pressed={collector === chosen} onClick={() => onChoose(collector)}>
                  {recipeWords(`collector.${collector}`, language)}
                </button>
              </th>
              {differences.map((difference) => (
                <td key={difference}>
                  {differs(collector, difference) ? (
                    <Check size={13} aria-label={recipeWords('yes', language)} />
                  ) : (
                    <span className="visually-hidden">{recipeWords('no', language)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
