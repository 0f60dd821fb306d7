/** Questions of the views: each view declares its own, and the Engine carries them all the same way (`Engine.ask`). */
import type { CommunicationQuestions } from './communication';
import type { CompareQuestions } from './compare';
import type { FindingsQuestions } from './findings';
import type { JobQuestions } from './job';
import type { MemoryQuestions } from './memory';
import type { OperatorQuestions } from './operator';
import type { PatternQuestions } from './patterns';
import type { RanksQuestions } from './ranks';
import type { SearchQuestions } from './search';
import type { StepSeriesQuestions } from './stepSeries';
import type { SummaryQuestions } from './summary';
import type { TimelineQuestions } from './timeline';

/** Name → what is asked, and what is answered. Times are ns since the dump's origin, as everywhere. */
export interface Questions
  extends JobQuestions,
    OperatorQuestions,
    MemoryQuestions,
    SummaryQuestions,
    CommunicationQuestions,
    CompareQuestions,
    FindingsQuestions,
    PatternQuestions,
    RanksQuestions,
    SearchQuestions,
    StepSeriesQuestions,
    TimelineQuestions {}

export type QuestionName = keyof Questions;
export type QuestionOf<K extends QuestionName> = Questions[K]['question'];
export type AnswerOf<K extends QuestionName> = Questions[K]['answer'];
