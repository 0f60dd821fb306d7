/** As frames.mjs, in a window as large as a large screen. */
import { measureMoves } from './moves.mjs';
import { measureBareWindow } from './window.mjs';

await measureBareWindow(process.argv.slice(2), measureMoves, { width: 2560, height: 1440 });
