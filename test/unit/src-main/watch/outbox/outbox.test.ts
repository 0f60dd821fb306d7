import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { Outbox, type OutboxProblem, type SavedOutbox } from '../../../../../src-main/watch/outbox/outbox';
import { plainly } from '../../../../../src-watch/words/spoken';
import { until } from '../../../../fixtures/liveStandIn';
import { webhookReceiver } from '../../../../fixtures/webhookReceiver';

const limits = { timeoutMs: 300, pausesMs: [10, 20] };

/** Runs it until `use` is done; `kept` is what was on disk at each writing. */
async function withOutbox(
  url: string,
  use: (own: { outbox: Outbox; told: OutboxProblem[]; kept: SavedOutbox[] }) => Promise<void>,
  saved?: SavedOutbox,
): Promise<void> {
  const told: OutboxProblem[] = [];
  const kept: SavedOutbox[] = [];
  const outbox = new Outbox({ url, secret: 'sesame' }, (own) => told.push(own), saved, limits);
  const stop = new AbortController();
  const running = outbox.run(async () => void kept.push(outbox.save()), stop.signal);
  try {
    await use({ outbox, told, kept });
  } finally {
    stop.abort();
    await running;
  }
}

test('what is sent is signed, and on disk as being sent before it is; then it is gone', async () => {
  const receiver = await webhookReceiver();
  await withOutbox(receiver.url, async ({ outbox, told, kept }) => {
    outbox.add({ kind: 'alarm', text: 'é' });
    await until(() => (receiver.received.length === 1 && outbox.save().length === 0) || undefined);
    const [{ headers, body }] = receiver.received;
    expect(JSON.parse(body)).toMatchObject({
      version: 1,
      kind: 'alarm',
      text: 'é',
      id: headers['x-tracelane-delivery'],
    });
    const signature = createHmac('sha256', 'sesame').update(Buffer.from(body)).digest('hex');
    expect(headers['x-tracelane-signature']).toBe(`sha256=${signature}`);
    expect(kept.map((own) => own.map(({ status }) => status))).toEqual([['sending'], []]);
    expect(told).toEqual([]);
  });
  receiver.close();
});

test('it is tried again where that may help, in order and with the same id; what is refused is told', async () => {
  const receiver = await webhookReceiver((response, at) => {
    response.statusCode = [503, 200, 400, 302, 200][at];
    response.setHeader('location', '/elsewhere');
    response.end();
  });
  await withOutbox(receiver.url, async ({ outbox, told }) => {
    for (const step of [1, 2, 3, 4]) outbox.add({ step });
    await until(() => outbox.save().length === 0 || undefined);
    const steps = receiver.received.map(({ body }) => (JSON.parse(body) as { step: number }).step);
    expect(steps).toEqual([1, 1, 2, 3, 4]);
    const ids = receiver.received.map(({ headers }) => headers['x-tracelane-delivery']);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(4);
    expect(told).toEqual([
      { kind: 'failed', reason: plainly('HTTP 400'), tries: 1 },
      { kind: 'failed', reason: plainly('HTTP 302'), tries: 1 },
    ]);
  });
  receiver.close();
});

test('a receiver that hangs, or is not there, costs its tries and holds up nobody', async () => {
  const hung = await webhookReceiver(() => {});
  await withOutbox(hung.url, async ({ outbox, told }) => {
    const begunMs = performance.now();
    outbox.add({ step: 1 });
    expect(performance.now() - begunMs).toBeLessThan(50);
    await until(() => told.length > 0 || undefined);
    const late = { en: 'no answer within 0.3 s', zh: '0.3 秒内没有回复' };
    expect(told).toEqual([{ kind: 'failed', reason: late, tries: 3 }]);
  });
  hung.close();
  await withOutbox(hung.url, async ({ outbox, told }) => {
    outbox.add({ step: 1 });
    await until(() => told.length > 0 || undefined);
    const refused = { en: 'nobody listens there', zh: '该端口没有程序监听' };
    expect(told).toEqual([{ kind: 'failed', reason: refused, tries: 3 }]);
  });
});

test('another address gets what comes from then on, and nothing that waited for the one before; none gets nothing', async () => {
  const before = await webhookReceiver((response) => {
    response.statusCode = 503;
    response.end();
  });
  const receiver = await webhookReceiver();
  const pauses = { timeoutMs: 300, pausesMs: [60_000] };
  const outbox = new Outbox({ url: before.url, secret: undefined }, () => {}, undefined, pauses);
  const stop = new AbortController();
  const running = outbox.run(async () => {}, stop.signal);
  outbox.add({ step: 1 });
  // It has been refused, and waits for its second try.
  await until(() => outbox.save().some(({ status, tries }) => tries === 1 && status === 'waiting') || undefined);
  outbox.retarget(undefined);
  outbox.add({ step: 2 });
  expect(outbox.save()).toEqual([]);
  outbox.retarget({ url: receiver.url, secret: undefined });
  outbox.add({ step: 3 });
  await until(() => receiver.received.length === 1 || undefined);
  expect(JSON.parse(receiver.received[0].body)).toMatchObject({ step: 3 });
  expect(before.received).toHaveLength(1);
  stop.abort();
  await running;
  before.close();
  receiver.close();
});

test('killed while it sent: nothing tells whether it arrived, so it is not sent again; what waited is', async () => {
  const receiver = await webhookReceiver();
  const saved: SavedOutbox = [
    { id: 'a', body: '{"step":1}', tries: 1, status: 'sending' },
    { id: 'b', body: '{"step":2}', tries: 0, status: 'waiting' },
  ];
  await withOutbox(
    receiver.url,
    async ({ outbox, told }) => {
      await until(() => outbox.save().length === 0 || undefined);
      expect(receiver.received.map(({ body }) => body)).toEqual(['{"step":2}']);
      expect(told).toEqual([{ kind: 'unknown' }]);
    },
    saved,
  );
  receiver.close();
});
