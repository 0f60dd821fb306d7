/** What the executable itself needs of the parts, which must be the same ones that the module `electron` exports. */
export { app } from './app';
export { connectWindows } from './browserWindow';
export { answerTheTest } from './control';
