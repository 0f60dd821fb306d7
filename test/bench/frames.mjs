/**
 * How smoothly the timeline moves: the built program in a real Chromium without a GPU, keys held and a wheel turned as a user
 * does, once the program has come to rest: the dump has been read and its findings are there. Run by scripts/bench.mjs in a process of its own: `node frames.mjs DUMP`; prints one line of JSON.
 *
 * While something moves: `interval` is the time from one frame to the next by the screen's clock, 16.7 ms on a 60 Hz screen
 * unless a frame was left out (`late` counts those); `ready` is the time from when the screen wants a frame until it is
 * handed over, with the wait for the thread and the browser's part; `work` is our own code in it. `longestTaskMs` is the
 * longest time over 50 ms that the window's thread could answer to nothing: when the program starts, then while a dump is
 * read, then in each move.
 */
import { measureMoves } from './moves.mjs';
import { measureBareWindow } from './window.mjs';

await measureBareWindow(process.argv.slice(2), measureMoves);
