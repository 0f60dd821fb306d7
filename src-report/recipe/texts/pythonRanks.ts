/** The start of a generator that profiles some ranks only, by the RANK that torchrun and Slurm’s launchers set. */
import type { RecipeChoice } from '../choices';

export function onlyRanks({ ranks }: RecipeChoice): string {
  return ranks.length === 0 ? '' : 'import os\n\n';
}

export function rankGuard({ ranks }: RecipeChoice): string {
  if (ranks.length === 0) return '';
  return `    if int(os.environ.get("RANK", "0")) not in {${ranks.join(', ')}}:
        yield from batches
        return
`;
}
