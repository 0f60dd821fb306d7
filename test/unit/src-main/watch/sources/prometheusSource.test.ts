import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type PrometheusForm, PrometheusSource } from '../../../../../src-main/watch/sources/prometheusSource';

const form: PrometheusForm = {
  ...{ kind: 'prometheus', query: 'step_seconds', unit: 's', rankLabel: 'rank', resolutionS: 5 },
  authorization: undefined,
};
/** A busy machine may need seconds for an answer of its own. */
const PATIENCE = { timeout: 20_000, interval: 2 };
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Asked {
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
}

/** A server whose gauge of rank r at second t is t + r, so that every sample tells where it is from. */
async function server(own?: (asked: Asked, response: ServerResponse) => boolean) {
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const inAddress = request.url?.split('?')[1];
    const one = { query: new URLSearchParams(inAddress ?? body), authorization: request.headers.authorization };
    asked.push(one);
    if (own?.(one, response)) return;
    const [start, end, step] = ['start', 'end', 'step'].map((name) => Number(one.query.get(name)));
    const at = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, n) => start + n * step);
    const result = [0, 1].map((rank) => ({
      metric: { __name__: 'step_seconds', rank: String(rank) },
      values: at.map((t) => [t, String(t + rank)]),
    }));
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }));
  };
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return { address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, asked };
}

/** Looks until something has been asked and answered. */
async function lookOnce(source: PrometheusSource) {
  await source.look();
  const before = source.status[0].lineCount;
  await vi.waitFor(() => {
    const [{ lineCount, state }] = source.status;
    if (lineCount === before && state !== 'unreachable') throw new Error('not yet');
  }, PATIENCE);
  // The answer is taken, and the next look hands it over.
  await new Promise((resolve) => setTimeout(resolve, 5));
  return source.look();
}

test('the past first, then what has come since, each sample once, also for the one who goes on', async () => {
  const { address, asked } = await server();
  let nowS = 10_000;
  const times = { timeoutMs: 5_000, mostBackoffMs: 10 };
  const first = new PrometheusSource(`${address}/`, form, undefined, times, () => nowS);
  const past = await lookOnce(first);
  expect(past.steps.map((own) => own.length)).toEqual([721, 721]);
  expect(past.steps[1][0]).toEqual({ rank: 1, step: 0, durationNs: 6_401e9, timeNs: 0, isPast: true });
  // But for the last five minutes.
  expect(past.steps[1].filter(({ isPast }) => isPast)).toHaveLength(660);
  nowS = 10_004;
  expect((await first.look()).steps).toEqual([]);
  nowS = 10_012;
  const next = await lookOnce(first);
  expect(next.steps[0].some(({ isPast }) => isPast)).toBe(false);
  expect(next.steps[0].map(({ step, durationNs }) => [step, durationNs / 1e9])).toEqual([
    [721, 10_005],
    [722, 10_010],
  ]);
  const second = new PrometheusSource(address, form, JSON.parse(JSON.stringify(first.save())), times, () => nowS);
  nowS = 10_015;
  const behind = await lookOnce(second);
  expect(behind.steps.map((own) => own.map(({ step }) => step))).toEqual([[723], [723]]);
  expect(asked).toHaveLength(3);
  expect(second.status[0]).toMatchObject({ state: 'following', isKnown: true });
});

test('who asks is said as it stands in the environment', async () => {
  const { address, asked } = await server();
  await lookOnce(new PrometheusSource(address, { ...form, authorization: 'Bearer secret' }));
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer secret']);
});

test('a query that is longer than an address may be', async () => {
  const { address, asked } = await server();
  const query = `max(${'step_seconds or '.repeat(200)}step_seconds)`;
  const { steps } = await lookOnce(new PrometheusSource(address, { ...form, query }));
  expect(asked[0].query.get('query')).toBe(query);
  expect(steps).toHaveLength(2);
});

test('errors are told, nothing is lost, and the server is asked less and less often', async () => {
  let isWell = false;
  const { address, asked } = await server((_, response) => {
    if (isWell) return false;
    response.statusCode = 503;
    response.end('<html>away</html>');
    return true;
  });
  let nowS = 10_000;
  // A resolution of a second: it is asked again a second later, two seconds behind that, …
  const source = new PrometheusSource(address, { ...form, resolutionS: 1 }, undefined, undefined, () => nowS);
  await source.look();
  await vi.waitFor(
    () => expect(source.status[0]).toMatchObject({ state: 'unreachable', reason: 'no-json', detail: '503' }),
    PATIENCE,
  );
  for (let look = 0; look < 20; look++) {
    nowS += 1;
    await source.look();
  }
  expect(asked).toHaveLength(1);
  isWell = true;
  const count = await vi.waitFor(async () => {
    const { steps } = await source.look();
    expect(steps).toHaveLength(2);
    return steps[0].length;
  }, 5_000);
  // An hour, and the seconds that went by since it was first asked for are none that are missing.
  expect(count).toBe(3_601);
});

test.each([
  ['auth', (response: ServerResponse) => response.writeHead(401).end('who are you?')],
  ['query', (response: ServerResponse) => response.writeHead(400).end('{"status":"error","error":"parse error"}')],
  ['no-samples', (response: ServerResponse) => response.end('{"status":"success","data":[]}')],
  ['broken', (response: ServerResponse) => response.destroy()],
  ['timeout', () => undefined],
  // Whoever has a token must not be sent elsewhere with it.
  ['broken', (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
] as const)('a server whose fault is: %s', async (fault, own) => {
  const { address } = await server((_, response) => {
    own(response);
    return true;
  });
  const source = new PrometheusSource(address, form, undefined, {
    timeoutMs: fault === 'timeout' ? 100 : 30_000,
    mostBackoffMs: 1_000,
  });
  await source.look();
  await vi.waitFor(() => expect(source.status[0]).toMatchObject({ state: 'unreachable', reason: fault }), 10_000);
});

test('nobody listens', async () => {
  const source = new PrometheusSource('http://127.0.0.1:9', form);
  await source.look();
  await vi.waitFor(() => expect(source.status[0].state).toBe('unreachable'), PATIENCE);
});
