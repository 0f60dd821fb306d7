import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { choiceProblem, type RecipeChoice, usualChoice } from '../../../src-report/recipe/choices';
import { recipeOf } from '../../../src-report/recipe/recipe';
import { storageIfAllowed } from '../../base/keptValue';
import { useSentenceLanguage } from '../../session/findings/useFindings';
import { Dialog } from '../../ui/Dialog';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';
import { CollectorTable } from './CollectorTable';
import { keptChoice } from './keptChoice';
import { RecipeForm } from './RecipeForm';
import { RecipeTexts } from './RecipeTexts';
import './recipe.css';

/** Writes what takes a profile: first the question, then the rest. */
export function RecipeDialog() {
  const { t } = useTranslation();
  const language = useSentenceLanguage();
  const { controller } = useAppServices();
  const asked = useApp((state) => state.recipeQuestion);
  const [kept] = useState(() => {
    const store = keptChoice(storageIfAllowed());
    const { collector, output, ranks } = store.getState();
    if (asked) store.setState({ ...usualChoice(asked, collector), output, ranks }, true);
    return store;
  });
  const choice = useStore(kept);
  const [isCompared, setIsCompared] = useState(false);
  const change = (part: Partial<RecipeChoice>) => kept.setState(part);
  return (
    <Dialog title={t('recipe.title')} width={1120} onClose={() => controller.showDialog(undefined)}>
      <div className="recipe">
        <RecipeForm choice={choice} onChange={change} />
        <div className="recipe-result">
          {!choiceProblem(choice) && (
            <RecipeTexts
              recipe={recipeOf(choice, language)}
              isCompared={isCompared}
              onCompare={() => setIsCompared(!isCompared)}
              comparison={
                <CollectorTable
                  chosen={choice.collector}
                  onChoose={(collector) => {
                    change({ collector });
                    setIsCompared(false);
                  }}
                />
              }
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}
