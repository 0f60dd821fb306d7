/** What panels say of counters, categories, collectives, launches and functions, each number against a loop over the file. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { formatCount, formatDuration } from '../../src-renderer/base/format';
import { themes } from '../../src-renderer/base/theme/themes';
import { plain, rowsOf } from './support/pageText';
import { pick } from './support/pick';
import { pixelsAt, preparePixels } from './support/pixels';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { eventsOfRank, type FileSlice, nsOfMicros, processNames, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady, showOwnClocks } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');
/** `walk.near-vertical`: a task that starts sooner after its launch has the device waiting for the host. */
const NEAR_VERTICAL_NS = 1_000_000;

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await settled(page);
  // The second rank as its file has it.
  await showOwnClocks(page);
});

async function settled(page: Page): Promise<void> {
  await drawingSettled(page);
  await page.waitForTimeout(50);
  await drawingSettled(page);
}

const panel = (page: Page, name: string): Locator => page.getByRole('tabpanel', { name });
const originOf = async (page: Page) =>
  BigInt(await page.evaluate(() => String(window.__tracelane!.session.store.getState().dump.originNs)));
const selected = (page: Page) =>
  page.evaluate(() => {
    const { selectedDetails: slice } = window.__tracelane!.session.store.getState();
    return slice && { name: slice.name, at: String(slice.epochStartNs), lane: slice.laneName };
  });

/** Selects a slice of the first rank and goes there. */
async function select(page: Page, { name, epochStartNs }: FileSlice): Promise<void> {
  const startNs = Number(epochStartNs - (await originOf(page)));
  await page.evaluate(
    async (wanted) => {
      const { session } = window.__tracelane!;
      const { slices } = await session.engine.search({ dump: session.dumpId, text: wanted.name, maxResults: 20_000 });
      const found = slices.find(
        (own) => own.name === wanted.name && own.ref.rank === 0 && own.startNs === wanted.startNs,
      );
      if (found === undefined) throw new Error(`no ${wanted.name} at ${wanted.startNs}`);
      session.actions.jumpTo(found);
    },
    { name, startNs },
  );
  await expect.poll(async () => (await selected(page))?.at).toBe(String(epochStartNs));
}

async function openPanel(page: Page, digit: number): Promise<void> {
  await page.locator('#timeline-area').focus();
  await page.keyboard.press(`Digit${digit}`);
}

const byStart = (a: FileSlice, b: FileSlice) => Number(a.epochStartNs - b.epochStartNs) || b.durationNs - a.durationNs;
const endOf = ({ epochStartNs, durationNs }: FileSlice) => epochStartNs + BigInt(durationNs);

/** Saves the table of a panel as CSV: its lines, of which the first has the titles. */
async function saveCsv(of: Locator): Promise<readonly (readonly string[])[]> {
  const downloading = of.page().waitForEvent('download');
  await of.getByRole('button', { name: /csv/i }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  const lines = text
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/);
  const cell = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;
  return lines.map((line) =>
    [...line.matchAll(cell)].map(([, quoted, own]) => quoted?.replace(/""/g, '"') ?? own ?? ''),
  );
}

/** So many ns are one of the unit that the column's title names; ns unless it names one. */
function nsIn(title: string): number {
  const unit = /\((ns|µs|us|ms|s)\)/.exec(title)?.[1] ?? 'ns';
  return { ns: 1, µs: 1e3, us: 1e3, ms: 1e6, s: 1e9 }[unit]!;
}

test('a region’s counters: least, mean, most and integral; its tables are saved as CSV; Q folds the panel', async ({
  app: { page, screenshot },
}) => {
  const events = await eventsOfRank(dump, 0);
  const processes = processNames(events);
  const ofProcess = events.filter(({ ph, pid }) => ph === 'C' && processes.get(pid) === 'HBM');
  const origin = await originOf(page);
  // Between samples, so that the first and the last value count for a part of their time.
  const times = ofProcess.map(({ ts }) => Number(nsOfMicros(ts) - origin)).sort((a, b) => a - b);
  const [startNs, endNs] = [times[0]! + 3_333_333, times.at(-1)! - 7_777_777];
  const selectRegion = (process: string) =>
    page.evaluate(
      ({ range, name }) => {
        const { store, actions } = window.__tracelane!.session;
        const groups = store.getState().dump.ranks[0]!.groups.filter((group) => group.name === name);
        actions.selectRange(
          range,
          groups.flatMap(({ lanes }) => lanes.map(({ id }) => id)),
        );
      },
      { range: { startNs, endNs }, name: process },
    );
  await selectRegion('HBM');
  await openPanel(page, 2);
  const selection = panel(page, 'Selection');
  // Nothing else is on these lanes.
  await expect(selection.getByRole('radio', { name: /^Counters/ })).toBeChecked();
  const rows = await rowsOf(selection);
  const names = [...new Set(ofProcess.map(({ name }) => name))];
  expect(rows.length).toBe(names.length);
  await screenshot('region-counters');
  // Each with its unit, to the digits that are read: in MB/s, and over time in MB.
  for (const row of rows) {
    const shown = row.filter((text) => /^[\d.,]+ MB(\/s)?$/.test(text));
    expect(shown.map((text) => text.split(' ')[1])).toEqual(['MB/s', 'MB/s', 'MB/s', 'MB']);
    for (const text of shown) expect(text).toMatch(/^[\d,]+(\.\d{1,4})? /);
  }

  const sums = new Map(
    names.map((name) => {
      const own = ofProcess
        .filter((event) => event.name === name)
        .map(({ ts, args }) => ({ ns: Number(nsOfMicros(ts) - origin), value: Number(Object.values(args ?? {})[0]) }))
        .sort((a, b) => a.ns - b.ns);
      let [integral, heldNs, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const [at, { ns, value }] of own.entries()) {
        const next = own[at + 1];
        const held = next ? Math.min(next.ns, endNs) - Math.max(ns, startNs) : 0;
        if (held <= 0) continue;
        integral += (value * held) / 1e9;
        heldNs += held;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
      return [name, [min, integral / (heldNs / 1e9), max, integral]] as const;
    }),
  );
  expect(Math.max(...[...sums.values()].map(([, , , integral]) => integral!))).toBeGreaterThan(0);
  const [titles, ...saved] = await saveCsv(selection);
  const at = (title: RegExp) => titles!.findIndex((own) => title.test(own));
  expect(new Set(saved.map((cells) => cells[at(/^Counter/)]))).toEqual(new Set(names));
  for (const cells of saved) {
    const expected = sums.get(cells[at(/^Counter/)]!)!;
    for (const [i, title] of [/^Min/, /^Mean/, /^Max/, /^Integral/].entries()) {
      const error = Math.abs(Number(cells[at(title)]) - expected[i]!);
      expect(error, `${title} of ${cells[0]}`).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected[i]!)));
    }
  }

  // The names of slices in a stretch of the device.
  await selectRegion('Ascend Hardware');
  const totals = new Map<string, { count: number; totalNs: number }>();
  for (const slice of await slicesOfRank(dump, 0)) {
    if (slice.process !== 'Ascend Hardware') continue;
    const from = Number(slice.epochStartNs - origin);
    const clipped = Math.min(from + slice.durationNs, endNs) - Math.max(from, startNs);
    if (clipped < 0 || (clipped === 0 && slice.durationNs > 0)) continue;
    const { count, totalNs } = totals.get(slice.name) ?? { count: 0, totalNs: 0 };
    totals.set(slice.name, { count: count + 1, totalNs: totalNs + clipped });
  }
  await expect(selection).toContainText(`${formatCount(totals.size)} names`);
  const [heads, ...lines] = await saveCsv(selection);
  const column = (title: RegExp) => heads!.findIndex((own) => title.test(own));
  const inFile = lines.map((cells) => [cells[column(/^Name/)], Number(cells[column(/^Count/)])] as const);
  expect(new Map(inFile)).toEqual(new Map([...totals].map(([name, { count }]) => [name, count])));
  const totalColumn = column(/^Total/);
  const factor = nsIn(heads![totalColumn]!);
  const wrong = lines.filter((cells) => {
    const expected = totals.get(cells[column(/^Name/)]!)!.totalNs;
    return Math.abs(Number(cells[totalColumn]) * factor - expected) > 0.5;
  });
  expect(wrong).toEqual([]);

  await page.locator('#timeline-area').focus();
  await expect(selection).toBeVisible();
  await page.keyboard.press('KeyQ');
  await expect(selection).toBeHidden();
  await page.keyboard.press('KeyQ');
  await expect(selection).toBeVisible();
});

test('a search by category and by duration counts what the files have, and each row is one of these', async ({
  app: { page },
}) => {
  const ranks = await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)));
  const field = page.getByRole('textbox', { name: 'Find slices' });
  const find = panel(page, 'Find');
  const cases: readonly (readonly [string, (slice: FileSlice) => boolean])[] = [
    ['cat:python_function', ({ category }) => category === 'python_function'],
    ['cat=queue', ({ category }) => category === 'queue'],
    // A part is enough: enqueue and dequeue.
    ['cat:queue', ({ category }) => category.includes('queue')],
    ['dur>1ms cat:cpu_op', ({ category, durationNs }) => category === 'cpu_op' && durationNs > 1e6],
    ['dur>=50us dur<0.1ms', ({ durationNs }) => durationNs >= 50_000 && durationNs < 100_000],
    [
      'cat:cpu_op cat:enqueue dur<=5us mul',
      ({ name, category, durationNs }) => /cpu_op|enqueue/.test(category) && durationNs <= 5000 && /mul/i.test(name),
    ],
    [
      'lane:"Stream 2" dur=0ns',
      ({ process, tid, durationNs }) => process === 'Ascend Hardware' && tid === '2' && durationNs === 0,
    ],
  ];
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Slash');
  for (const [text, isFound] of cases) {
    await field.fill(text);
    const [first, second] = ranks.map((slices) => slices.filter(isFound).length) as [number, number];
    const sum = first + second;
    if (sum === 0) {
      await expect(find.getByText(/Nothing found/), text).toBeVisible();
      continue;
    }
    await expect(
      find.getByText(`${formatCount(sum)} slice${sum === 1 ? '' : 's'}`, { exact: true }),
      text,
    ).toBeVisible();
    await expect(find.getByRole('button', { name: `Rank 0 ${formatCount(first)}` }), text).toBeVisible();
    await expect(find.getByRole('button', { name: `Rank 1 ${formatCount(second)}` }), text).toBeVisible();
  }
  expect(ranks.flat().filter(cases[3]![1]).length).toBeGreaterThan(3);
});

test('from a collective to its tasks on planes and streams, and from a task back to it', async ({
  app: { page, screenshot },
}) => {
  const slices = await slicesOfRank(dump, 0);
  const threads = (await eventsOfRank(dump, 0)).filter(({ name }) => name === 'thread_name');
  const laneOf = ({ pid, tid }: FileSlice) =>
    String(threads.find((own) => String(own.pid) === pid && String(own.tid) === tid)?.args?.name);
  const collective = slices.filter(({ name }) => /^hcom_allReduce/.test(name)).sort(byStart)[1]!;
  const { connection_id: connection } = collective.args;
  // Tasks and collectives are rounded by themselves.
  const isWithin = (own: FileSlice) =>
    own.epochStartNs >= collective.epochStartNs - 10n && endOf(own) <= endOf(collective) + 10n;
  const tasks = slices.filter(
    (own) =>
      (own.process === 'HCCL' && laneOf(own).startsWith('Plane') && isWithin(own)) ||
      (own.process === 'Ascend Hardware' && own.args.connection_id === connection),
  );
  const planes = tasks.filter(({ process }) => process === 'HCCL');
  expect([planes.length > 5, tasks.length - planes.length > 5]).toEqual([true, true]);
  await select(page, collective);
  const chain = await page.evaluate(async () => {
    const { session } = window.__tracelane!;
    const slice = session.store.getState().selectedSlice!;
    const answer = await session.engine.ask(session.dumpId, 'timeline.chain', { slice });
    const { originNs } = session.store.getState().dump;
    return answer!.items.map(({ role, laneName, slice: own }) => [
      role,
      laneName,
      own.name,
      String(originNs + BigInt(own.startNs)),
    ]);
  });
  const listed = chain.filter(([role]) => role === 'tasks').map(([, ...rest]) => rest.join(' '));
  expect(listed.sort()).toEqual(tasks.map((own) => [laneOf(own), own.name, String(own.epochStartNs)].join(' ')).sort());

  await openPanel(page, 4);
  const flows = panel(page, 'Flows');
  await flows.getByText('Chain of the slice').click();
  const rows = flows.getByRole('option').filter({ hasText: /^Task/ });
  await expect(rows.first()).toBeVisible();
  await screenshot('collective-tasks');
  // By start: the first of them, on a plane or a stream.
  const first = [...tasks].sort(byStart)[0]!;
  await rows.first().dblclick();
  await expect.poll(async () => (await selected(page))?.at).toBe(String(first.epochStartNs));
  const task = await selected(page);
  expect(tasks.some((own) => own.name === task?.name && laneOf(own) === task.lane)).toBe(true);
  const back = flows.getByRole('option').filter({ hasText: /^Collective/ });
  await expect(back).toContainText(collective.name);
  await back.dblclick();
  await expect.poll(async () => (await selected(page))?.at).toBe(String(collective.epochStartNs));
});

test('of a slice that most of all comes from, the first of each kind are listed, and that is said', async ({
  app: { page },
}) => {
  const outermost = (await slicesOfRank(dump, 0)).filter(({ process }) => process === 'Python').sort(byStart)[0]!;
  await select(page, outermost);
  await openPanel(page, 4);
  const flows = panel(page, 'Flows');
  await flows.getByText('Chain of the slice').click();
  await expect(flows.getByText('Only the first 200 of each kind are listed.')).toBeVisible();
});

test('launches whose task starts at once are marked: in the table, and as arrows of another colour', async ({
  app: { page, screenshot },
}) => {
  await preparePixels(page);
  const launches = async (rank: number) => {
    const events = (await eventsOfRank(dump, rank)).filter(({ cat }) => cat === 'HostToDevice');
    const starts = new Map(events.filter(({ ph }) => ph === 's').map((event) => [String(event.id), event]));
    return events.flatMap((event) => {
      const start = event.ph === 'f' ? starts.get(String(event.id)) : undefined;
      return start ? [{ fromNs: nsOfMicros(start.ts), toNs: nsOfMicros(event.ts) }] : [];
    });
  };
  const all = (await Promise.all([0, 1].map(launches))).flat();
  const delays = all.map(({ fromNs, toNs }) => Number(toNs - fromNs));
  const waiting = delays.filter((ns) => ns >= 0 && ns < NEAR_VERTICAL_NS);
  expect(waiting.length).toBeGreaterThan(20);
  expect(waiting.length).toBeLessThan(delays.length - 20);

  await openPanel(page, 4);
  const flows = panel(page, 'Flows');
  await flows.getByText('All flows').click();
  await pick(flows, 'Category', 'HostToDevice');
  await expect(flows.getByText(`${formatCount(all.length)} rows`)).toBeVisible();
  const [titles, ...saved] = await saveCsv(flows);
  const column = (title: RegExp) => titles!.findIndex((own) => title.test(own));
  const [delayAt, waitsAt] = [column(/^Delay/), column(/^Device waits/)];
  const marked = saved.map((cells) => [Math.round(Number(cells[delayAt]) * nsIn(titles![delayAt]!)), cells[waitsAt]]);
  const expected = delays.map((ns) => [ns, ns >= 0 && ns < NEAR_VERTICAL_NS ? '1' : '0'] as const);
  const sorted = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(' ')).sort();
  expect(sorted(marked)).toEqual(sorted(expected));

  // In the picture: one that is, and one that is not.
  const origin = await originOf(page);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const { actions } = window.__tracelane!.session;
    actions.selectSlice(undefined);
    actions.toggleFlowCategory('HostToDevice');
  });
  const own = await launches(0);
  const isAlone = ({ toNs }: (typeof own)[number]) =>
    own.filter((other) => Math.abs(Number(other.toNs - toNs)) < 20_000).length === 1;
  const tasks = (await slicesOfRank(dump, 0)).filter(
    ({ process, tid }) => process === 'Ascend Hardware' && tid === '2',
  );
  const redness = async (wanted: (delayNs: number) => boolean) => {
    const launch = own.find(({ fromNs, toNs }) => wanted(Number(toNs - fromNs)) && isAlone({ fromNs, toNs }));
    if (launch === undefined) throw new Error('no such launch');
    const task = tasks.find(({ epochStartNs }) => epochStartNs === launch.toNs);
    if (task === undefined) throw new Error(`no task at ${launch.toNs}`);
    await select(page, task);
    await page.evaluate(
      ({ fromNs, toNs }) => {
        const { actions } = window.__tracelane!.session;
        actions.selectSlice(undefined);
        const around = (toNs - fromNs) * 0.25 + 20_000;
        actions.setView({ startNs: fromNs - around, endNs: toNs + around });
      },
      { fromNs: Number(launch.fromNs - origin), toNs: Number(launch.toNs - origin) },
    );
    await page.mouse.move(5, 5);
    await settled(page);
    const head = await page.evaluate(
      async ({ name, startNs }) => {
        const { session, probe } = window.__tracelane!;
        const { slices } = await session.engine.search({ dump: session.dumpId, text: name, maxResults: 20_000 });
        const slice = slices.find((one) => one.ref.rank === 0 && one.startNs === startNs)!;
        const now = probe();
        return { x: now.xOf(startNs), ...now.laneTop(slice.lane, slice.row)! };
      },
      { name: task.name, startNs: Number(task.epochStartNs - origin) },
    );
    // It comes from the host, whose lanes stand below.
    const places = [2, 3, 4, 5].flatMap((dx) =>
      [-2, -1, 0, 1, 2].map((dy) => ({ x: head.x - dx, y: head.top + head.height + dy })),
    );
    const finding = Number.parseInt(themes.light.timeline.finding.slice(1), 16);
    const pixels = await pixelsAt(page, places);
    return Math.min(...pixels.map((pixel) => distance(pixel, finding)));
  };
  expect(await redness((ns) => ns > 20_000 && ns < NEAR_VERTICAL_NS)).toBeLessThan(20);
  expect(await redness((ns) => ns > 2 * NEAR_VERTICAL_NS)).toBeGreaterThan(60);
  await page.evaluate(() => window.__tracelane!.session.actions.setView({ startNs: 1.2e8, endNs: 1.7e8 }));
  await settled(page);
  await screenshot('near-vertical');
});

/** Of two colours 0xRRGGBB. */
const distance = (one: number, other: number) =>
  [16, 8, 0].reduce((sum, shift) => sum + Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)), 0);

test('bottom-up: the function with the most self time stands first, and below it who called it', async ({
  app: { page, screenshot },
}) => {
  const lane = (await slicesOfRank(dump, 0))
    .filter(({ process, tid }) => process === 'Python' && tid === '3105075')
    .sort(byStart);
  const self = lane.map(({ durationNs }) => durationNs);
  const parents: number[] = [];
  const open: number[] = [];
  for (const [at, slice] of lane.entries()) {
    while (open.length > 0 && endOf(lane[open.at(-1)!]!) <= slice.epochStartNs) open.pop();
    const parent = open.at(-1) ?? -1;
    parents.push(parent);
    if (parent >= 0) self[parent]! -= slice.durationNs;
    open.push(at);
  }
  const sums = (calls: readonly number[], keyOf: (at: number) => string) => {
    const found = new Map<string, number>();
    for (const at of calls) found.set(keyOf(at), (found.get(keyOf(at)) ?? 0) + self[at]!);
    return [...found].sort(([, a], [, b]) => b - a);
  };
  const every = lane.map((_, at) => at);
  const functions = sums(every, (at) => lane[at]!.name);
  // One that has callers.
  const rank = functions.findIndex(([name]) => every.some((at) => lane[at]!.name === name && parents[at]! >= 0));
  const [name, selfNs] = functions[rank]!;
  const calls = every.filter((at) => lane[at]!.name === name);
  const [caller, callerNs] = sums(
    calls.filter((at) => parents[at]! >= 0),
    (at) => lane[parents[at]!]!.name,
  )[0]!;

  await select(page, lane[0]!);
  await openPanel(page, 9);
  const stacks = panel(page, 'Flame graph');
  await stacks.getByText('Everything', { exact: true }).click();
  await pick(stacks, 'Lanes', 'Lane of the selected slice');
  await stacks
    .getByRole('radio', { name: 'Bottom-up' })
    .or(stacks.getByRole('button', { name: 'Bottom-up' }))
    .click();
  // Keys go to the graph that is there: not to the one of all lanes, whose place this one's is about to take.
  await expect(stacks.getByText(`${formatCount(lane.length)} slices`)).toBeVisible();
  const graph = stacks.getByRole('region', { name: /Flame graph/ });
  await graph.focus();
  const text = stacks.locator('.flame-text');
  for (let step = 0; step <= rank; step++) await page.keyboard.press('ArrowRight');
  const said = async () => plain(await text.textContent());
  const whole = self.reduce((sum, ns) => sum + ns, 0);
  await expect.poll(said).toContain(name);
  expect(await said()).toContain(
    `${plain(formatDuration(selfNs))} in total (${((100 * selfNs) / whole).toFixed(1)} %)`,
  );
  await screenshot('bottom-up');
  await page.keyboard.press('ArrowDown');
  await expect.poll(said).toContain(caller);
  expect(await said()).toContain(`${plain(formatDuration(callerNs))} in total`);
});
