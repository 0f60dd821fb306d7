import { findFileCycles } from './importGraph.mjs';

/**
 * For vite: refuses a build in which files import each other in a circle. Node runs one of them before what it needs of
 * the other is there ("Class extends value undefined"), and which one that is depends on the entry: the command line may
 * run while the desktop program hangs.
 *
 * @returns {import('vite').Plugin}
 */
export function chunkCirclesPlugin() {
  return {
    name: 'tracelane-chunk-circles',
    generateBundle(_options, bundle) {
      const imports = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? part.imports.map((to) => ({ from: part.fileName, to, isTypeOnly: false })) : [],
      );
      const circle = findFileCycles(imports)[0];
      if (circle !== undefined) this.error(`Files of the build import each other in a circle: ${circle.join(' → ')}`);
    },
  };
}
