/** What lanes of one's own say, in Chinese. */
import type { OwnLanesTexts } from './stringsEn';

export const strings: OwnLanesTexts = {
  ownLanes: {
    text: '由搜索（“查找”面板）生成，或来自拖入或打开的 csv、JSON 行文件；随此数据保存。',
    manage: '自定义泳道…',
    edit: '重命名或移除…',
    rename: '{{name}} 的名称',
    kind: { union: '搜索，切片', count: '搜索，计数器', file: '文件' },
    skipped_other: '有 {{n}} 行未显示',
    unit: { ns: 'ns', us: 'µs', ms: 'ms', s: 's' },
    origin: { clock: '1970 年，同该 Rank 的时钟', start: '数据的起点' },
    role: {
      time: '时间：',
      end: '结束：',
      duration: '时长：',
      name: '名称：',
      value: '数值：',
      lane: '泳道：',
      rank: 'Rank：',
      counter: '计数器：',
      arg: '参数：',
    },
    file: {
      title: '从文件添加泳道',
      name: '名称',
      unit: '时间单位',
      choose: '请选择…',
      origin: '时间起点',
      later: '整体推后',
      rank: '所属 Rank',
      add: '添加',
      cancel: '取消',
      reading: '正在读取…',
      needsUnit: '文件未注明时间单位，请选择。',
      outcome_other: '{{n}} 条泳道，{{slices}}，{{samples}}。',
      slices_other: '{{n}} 个切片',
      samples_other: '{{n}} 个计数值',
      within: '其中 {{within}}/{{n}} 个在 {{rank}} 的时间范围内。',
      noneWithin: '没有一个在 {{rank}} 的时间范围内：请检查单位、起点和偏移。',
    },
  },
};
