import { systemCode } from '../../../src-contract/wire/systemErrors';
import {
  AnswerError,
  type MetricForm,
  queryOf,
  type ServerFault,
  samplesOf,
} from '../../../src-watch/lines/prometheusAnswer';
import type { RankStep } from '../../../src-watch/rule/jobSteps';
import { withPast } from '../../../src-watch/rule/stepAges';
import type { SourceStatus } from '../../../src-watch/why/whyNoData';
import type { Look, StepSource } from '../stepSource';

export interface PrometheusForm extends MetricForm {
  readonly kind: 'prometheus';
  /** A sample is taken so often; a gauge that stays the same is another sample all the same. */
  readonly resolutionS: number;
  /** What stands in the environment; undefined: nobody has to say who he is. Never written down. */
  readonly authorization: string | undefined;
}

export interface PrometheusTimes {
  readonly timeoutMs: number;
  /** After an error the next question comes later, twice as late each time, up to this. */
  readonly mostBackoffMs: number;
}

const usualTimes: PrometheusTimes = { timeoutMs: 10_000, mostBackoffMs: 300_000 };
/** The past that is asked for first, so that there is a baseline at once; and what is asked for at once at most. */
const PAST_S = 3_600;
const MOST_POINTS = 10_000;
const MOST_IN_ADDRESS = 2_000;
/** Larger answers are none: ten thousand series of an hour. */
const MOST_BYTES = 512 << 20;

interface Saved {
  readonly originS: number;
  readonly lastS: number;
  readonly isKnown: boolean;
}

/** A metric of a Prometheus server, asked for over and over; an answer that is late holds up nothing. */
export class PrometheusSource implements StepSource {
  readonly isEnded = false;
  readonly #address: string;
  #originS: number | undefined;
  /** Of the newest sample that has been asked for, and of the newest that has been handed over. */
  #askedS: number | undefined;
  #saved: Saved | undefined;
  #isKnown: boolean;
  #isBusy = false;
  #error: AnswerError | undefined;
  #failures = 0;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  #answers = 0;
  #changedMs = performance.now();
  #series = 0;
  #arrived: (readonly RankStep[])[] = [];

  /** `nowS`: seconds since the epoch, as servers count. */
  constructor(
    address: string,
    readonly form: PrometheusForm,
    saved?: unknown,
    readonly times: PrometheusTimes = usualTimes,
    readonly nowS: () => number = () => Date.now() / 1000,
  ) {
    this.#address = address.replace(/\/+$/, '');
    this.#saved = saved as Saved | undefined;
    this.#originS = this.#saved?.originS;
    this.#askedS = this.#saved?.lastS;
    this.#isKnown = this.#saved?.isKnown ?? false;
  }

  get count(): number {
    return Math.max(1, this.#series);
  }

  get status(): readonly SourceStatus[] {
    return [
      {
        path: `${this.#address}: ${this.form.query}`,
        state: this.#error === undefined ? (this.#answers > 0 ? 'following' : 'new') : 'unreachable',
        reason: this.#error?.fault,
        ...(this.#error && this.#error.detail !== '' && { detail: this.#error.detail }),
        lineCount: this.#answers,
        isKnown: this.#isKnown,
        lastLine: undefined,
        rank: undefined,
        needs: 'series',
        unchangedMs: performance.now() - this.#changedMs,
      },
    ];
  }

  save(): unknown {
    return this.#saved;
  }

  async look(): Promise<Look> {
    const steps = this.#arrived;
    this.#arrived = [];
    // Of one moment: what is handed over counts as asked for, and nothing that is still under way.
    if (this.#originS !== undefined && this.#askedS !== undefined && !this.#isBusy)
      this.#saved = { originS: this.#originS, lastS: this.#askedS, isKnown: this.#isKnown };
    if (!this.#isBusy && this.#isDue()) void this.#ask();
    return { steps, news: [] };
  }

  #isDue(): boolean {
    if (performance.now() < this.#notBeforeMs) return false;
    return this.#askedS === undefined || this.nowS() - this.#askedS >= this.form.resolutionS;
  }

  /** Never rejects. */
  async #ask(): Promise<void> {
    this.#isBusy = true;
    try {
      const { resolutionS } = this.form;
      const nowS = this.nowS();
      const fromS = this.#askedS === undefined ? nowS - PAST_S : this.#askedS + resolutionS;
      const endS = Math.min(nowS, fromS + MOST_POINTS * resolutionS);
      const originS = this.#originS ?? fromS;
      const steps = samplesOf(await this.#fetch(fromS, endS), this.form, originS, resolutionS);
      this.#originS = originS;
      this.#askedS = fromS + Math.floor((endS - fromS) / resolutionS) * resolutionS;
      this.#take(steps.map((own) => ofSeries(own, originS, nowS)));
    } catch (error) {
      this.#fail(faultOf(error));
    } finally {
      this.#isBusy = false;
    }
  }

  #take(steps: readonly (readonly RankStep[])[]): void {
    const told = steps.filter(({ length }) => length > 0);
    this.#answers++;
    this.#failures = 0;
    this.#error = undefined;
    this.#series = Math.max(this.#series, told.length);
    if (told.length === 0) return;
    this.#isKnown = true;
    this.#changedMs = performance.now();
    this.#arrived.push(...told);
  }

  #fail(fault: AnswerError): void {
    this.#error = fault;
    const waitMs = Math.min(this.times.mostBackoffMs, 1000 * this.form.resolutionS * 2 ** this.#failures);
    this.#failures++;
    this.#notBeforeMs = performance.now() + waitMs;
  }

  async #fetch(fromS: number, endS: number): Promise<unknown> {
    const { authorization, resolutionS } = this.form;
    const query = new URLSearchParams({
      ...{ query: queryOf(this.form), start: fromS.toFixed(3), end: endS.toFixed(3), step: String(resolutionS) },
    });
    const url = `${this.#address}/api/v1/query_range`;
    // Where it is longer than an address may be it goes as a form, which not everything that answers like Prometheus takes.
    const isLong = query.toString().length > MOST_IN_ADDRESS;
    const response = await fetch(isLong ? url : `${url}?${query}`, {
      ...(isLong && { method: 'POST', body: query }),
      headers: authorization === undefined ? {} : { authorization },
      // Whoever is asked for a password must not be somebody else.
      redirect: 'error',
      signal: AbortSignal.timeout(this.times.timeoutMs),
    });
    const text = await textOf(response);
    if (response.status === 401 || response.status === 403) throw new AnswerError('auth', String(response.status));
    try {
      return JSON.parse(text);
    } catch {
      throw new AnswerError('no-json', String(response.status));
    }
  }
}

/** Of what has been missed while the server was away, too, each point tells its time. */
function ofSeries(steps: readonly RankStep[], originS: number, nowS: number): readonly RankStep[] {
  const lastNs = steps.at(-1)?.timeNs;
  return lastNs === undefined ? steps : withPast(steps, 1000 * (nowS - originS) - lastNs / 1e6);
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MOST_BYTES) throw new AnswerError('too-large');
  }
  return text + decoder.decode();
}

const faults: Readonly<Record<string, ServerFault>> = {
  ECONNREFUSED: 'nobody',
  ENOTFOUND: 'no-host',
  EAI_AGAIN: 'no-host',
};

function faultOf(error: unknown): AnswerError {
  if (error instanceof AnswerError) return error;
  if (error instanceof Error && error.name === 'TimeoutError') return new AnswerError('timeout');
  // What went wrong below stands in the cause of what `fetch` throws.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const fault = faults[systemCode(cause) ?? ''];
  return fault ? new AnswerError(fault) : new AnswerError('broken', cause instanceof Error ? cause.message : '');
}
