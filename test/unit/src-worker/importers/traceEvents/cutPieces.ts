import { expect } from 'vitest';
import { readTokens } from '../../../../fixtures/tokens';

const trace = `\ufeff{"other": {"a": [1, "]}", "\\""]},
"traceEvents": [{"ph":"M","name":"process_name","pid":1,"args":{"name":"P \\u00e9"}},
{"name":"add","ph":"X","ts":"1736408883700059.821","dur":12.3456789,"pid":3170820512,"tid":"main","args":{"s":"a;\\r\\n \\\\","d":[{"x":"},{\\"ph\\":\\"X\\""}]}},
{"ph":"C","ts":"1736408883700060.000","args":{"Read(MB/s)":1.5,"acc_id":3}},
null, 12, "text, with ]", {"ph":"X","ts":-1.5e3,"dur":NaN},
{"ph":"s","id":1736408883700059821,"cat":"npu","ts":1},{"ph":"f","bp":"e","id":"17","ts":2}, {"bad" 1},
{"ph":"i","s":"t","ts":3,"name":"控制"}],
"distributedInfo": {"rank": 3}}
[{"ph":"X","ts":9,"name":"second"},]`;
/** A bit of everything that may stand in a trace, and around it. */
export const mixedTrace = new TextEncoder().encode(trace);

/** Reads it in pieces of every `step`th size there is, and expects what reading it as a whole gives. */
export async function expectSameInPieces(step: number): Promise<void> {
  const whole = await readTokens(mixedTrace);
  for (let cut = 1; cut < mixedTrace.length; cut += step)
    expect(await readTokens(mixedTrace, cut), `cut at ${cut}`).toEqual(whole);
}
