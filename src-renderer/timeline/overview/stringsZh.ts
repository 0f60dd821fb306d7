/** 总览与时间写法的文字，中文。 */
import type { OverviewTexts } from './stringsEn';

export const strings: OverviewTexts = {
  overview: {
    label: '全部数据总览。拖动窗口可移动视图，拖动边缘可缩放，双击可显示一个 Step。',
    ofRank: '该 Rank 的 Step 与忙碌情况：最近所选的，否则为第一个',
  },
  time: {
    title: '时间显示为',
    short: { offset: '偏移', clock: 'UTC', step: 'Step 内' },
    mode: { offset: '距数据起点的偏移', clock: '时刻 (UTC)', step: 'Step 内的时间' },
    command: {
      offset: '时间：距起点的偏移',
      clock: '时间：时刻 (UTC)',
      step: '时间：Step 内',
      nextStep: '下一个 Step',
      previousStep: '上一个 Step',
      goToCollective: '转到通信组的第 n 次集合通信…',
      goTo: '转到时间或 Step…',
    },
  },
  goTo: {
    title: '转到时间或 Step',
    field: '时间或 Step',
    placeholder: '12.5 ms · 08:47:54.714 · 1736412474714258990 · #12',
    hint: '带单位的偏移、UTC 时刻（日期可省略）、纳秒数，或 # 加 Step 编号。',
    go: '转到',
    at: '位于 {{offset}}，{{clock}}',
    steps: '{{rank}} 的 Step',
    step: 'Step {{number}}',
    collective: {
      title: '转到集合通信',
      group: '通信组',
      groupOf: '{{name}} · Rank {{ranks}}',
      number: '第几次集合通信',
      align: '各 Rank 以此对齐',
      list: '该组的集合通信，按首次开始时间排列',
      is_other: '{{name}} · {{count}} 个 Rank',
      outside: '该组共有 {{n}} 次集合通信。请输入从 1 开始的序号。',
      reading: '正在读取…',
      none: '此数据中未找到集合通信。',
    },
    problem: {
      unreadable: '无法识别该时间。请输入 12.5 ms、08:47:54.714、纳秒数，或以 #12 表示 Step。',
      'no-unit': '请补上单位：ns、µs、ms、s、min 或 h。不带单位的整数按纳秒计。',
      'no-step': '该 Rank 的时间线未标记这个 Step。',
      outside: '该时间不在数据范围内（{{start}} 至 {{end}}）。',
    },
  },
};
