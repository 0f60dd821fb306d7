/** What the comparison of the session says in several tabs, in Chinese. */
import type { Translated } from '../base/i18n/mergeStrings';
import { measureWords } from './measureWords';
import type { strings as english } from './stringsEn';

const measure = measureWords({
  side: (side, what) => `${side}：${what}`,
  change: (what) => `B 减 A：${what}；只有一侧有的行没有值`,
  share: (what) => `B 减 A 占 A 的比例：${what}`,
  percent: '（%）',
});

export const strings: Translated<typeof english> = {
  compare: {
    side: '{{rank}}，Step {{step}}',
    chip: {
      label: '对比',
      open: 'A 为 {{a}}，B 为 {{b}}。单击打开“概览”中的“对比”。',
      remove: '结束对比',
    },
    mode: 'A → B',
    modeText: '从 A 到 B 的变化',
    tables: '变化明细',
    tableOf: '{{table}}：从 {{a}} 到 {{b}}',
    table: {
      type: 'Kernel 类型',
      'name-shapes': 'Kernel（按名称和 shape）',
      core: '核',
      ops: '算子',
      memory: '峰值',
      'memory-ops': '按算子的分配',
      collectives: '按类型',
      groups: '按通信组',
      links: '链路',
    },
    tableText: {
      type: '计算类 kernel，按类型和核；每个 Step 的时间与次数',
      'name-shapes': '计算类 kernel，按名称和 shape；每个 Step 的时间与次数',
      core: '计算类 kernel，按核；每个 Step 的时间与次数',
      ops: '一个 Step 中最外层的框架算子，按名称汇总；时间线中没有算子时为 kernel',
      memory: '各组件的最大占用：该 Step 内，或整个采集期间',
      'memory-ops': '每个 Step 的内存分配，按申请内存的算子汇总',
      collectives: '每个 Step 的集合通信，按类型汇总',
      groups: '每个 Step 的集合通信，按通信组汇总',
      links: '该 Rank 每个 Step 的数据量：A 与 B 的 Rank 号相同时按链路，否则按传输方式',
    },
    empty: '没有可对比的数据：A 或 B 缺少相应数据，或没有该 Step。',
    none: {
      title: '尚未选择对比对象',
      text: '请选择两个 Rank 或 Step，或者在当前数据旁再打开一份数据。',
      start: '对比 {{a}} 与 {{b}}',
    },
    another: '与另一份数据对比…',
    command: {
      show: '在概览中查看对比',
      swap: '交换 A 和 B',
      end: '结束对比',
      align: '在时间线中按所对比的 Step 对齐 A 和 B',
      alignOnSlice: '按选中的切片及其对应切片对齐 A 和 B',
      endAlignment: '取消 A 和 B 的对齐',
      match: '跳到选中切片在另一侧的对应切片',
    },
    column: {
      in: { title: '存在于', definition: 'A、B 中哪一侧有该行' },
      op: { title: '算子', definition: '算子名称' },
      type: { title: '类型', definition: 'kernel 或集合通信的类型' },
      group: { title: '通信组', definition: '通信组的用途（数据中有说明时）' },
      transport: { title: '传输方式', definition: '承载数据的方式' },
      component: { title: '组件', definition: '占用内存的组件' },
      metric: { title: '指标', definition: '内存的指标' },
      link: { title: '链路', definition: '源 Rank → 目的 Rank；A 与 B 为不同 Rank 时对端不同，此列为空' },
      ...measure('time', '时间', '每个 Step 的时间，各 kernel 之和'),
      ...measure('calls', '次数', '每个 Step 的次数'),
      ...measure('call', '单次', '单次的平均时间'),
      ...measure('device', '设备', '该 Step 的算子所下发的设备任务的时间'),
      ...measure('host', '主机', '算子在主机上的时间'),
      ...measure('peak', '峰值', '同一时刻的最大占用'),
      ...measure('size', '分配量', '每个 Step 的分配量'),
      ...measure('count', '分配次数', '每个 Step 的分配次数'),
      ...measure('mean', '平均大小', '单次分配的平均大小'),
      ...measure('elapsed', '耗时', '每个 Step 的耗时，各集合通信之和'),
      ...measure('transit', '传输时间', '每个 Step 中传输数据的时间'),
      ...measure('waiting', '等待', '每个 Step 的等待时间（profiler 的口径）'),
      ...measure('bandwidth', '带宽', '数据量除以传输时间'),
      ...measure('traffic', '数据量', '每个 Step 传输的数据量'),
    },
  },
};
