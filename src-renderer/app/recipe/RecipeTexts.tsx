import { Download, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipe, RecipeFile } from '../../../src-report/recipe/recipe';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Segmented } from '../../ui/controls/Segmented';
import { saveFile } from '../../ui/saveFile';

interface RecipeTextsProps {
  readonly recipe: Recipe;
  readonly isCompared: boolean;
  readonly onCompare: () => void;
  /** In place of the text, where collectors are compared. */
  readonly comparison: ReactNode;
}

/** The files of a recipe, one at a time, to copy and to save, and what is to be known of it. */
export function RecipeTexts({ recipe, isCompared, onCompare, comparison }: RecipeTextsProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const { files, notes } = recipe;
  const shown = files.find(({ name }) => name === wanted) ?? files[0];
  if (!shown) return null;
  return (
    <>
      <div className="recipe-bar">
        {files.length > 1 ? (
          <Segmented
            label={t('recipe.files')}
            value={shown.name}
            options={files.map(({ name }) => ({ value: name, label: name }))}
            onChange={setWanted}
          />
        ) : (
          <code className="recipe-name">{shown.name}</code>
        )}
        <CopyButton label={t('recipe.copy', { name: shown.name })} text={shown.text} />
        <Button
          icon={Download}
          onClick={() => saveFile(new Blob([shown.text], { type: 'text/plain;charset=utf-8' }), shown.name)}
        >
          {t('recipe.save')}
        </Button>
        <Button variant="quiet" icon={Table2} aria-pressed={isCompared} onClick={onCompare}>
          {t('recipe.compare')}
        </Button>
      </div>
      {isCompared ? comparison : <Shown file={shown} notes={notes} />}
    </>
  );
}

function Shown({ file, notes }: { readonly file: RecipeFile; readonly notes: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <>
      <section className="recipe-text selectable" aria-label={file.name}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
        <pre tabIndex={0}>{file.text}</pre>
      </section>
      <ul className="recipe-notes" aria-label={t('recipe.notes')}>
        {notes.map((note) => (
          <li key={note} className="selectable">
            {note}
          </li>
        ))}
      </ul>
    </>
  );
}
