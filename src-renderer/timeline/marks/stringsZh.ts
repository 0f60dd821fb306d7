/** 标记的文字，中文。 */
import type { MarksTexts } from './stringsEn';

export const strings: MarksTexts = {
  marks: {
    noneTitle: '暂无标记',
    noneText:
      '按 K 在指针处插旗，按 Alt+K 将所选时间范围存为标记，按 Alt+N 为所选切片写备注。标记随该数据保存，但不写入其文件夹。',
    list: '标记',
    kind: { flag: '旗标', range: '时段', note: '备注' },
    name: '名称',
    colour: '颜色',
    colours: { orange: '橙', blue: '蓝', teal: '青', gold: '金', red: '红', purple: '紫' },
    show: '显示',
    remove: '删除该标记',
    export: '导出',
    import: '导入',
    column: { name: '名称', kind: '类型', start: '开始', duration: '时长', distance: '距当前标记' },
    distanceTitle: '从当前标记的起点到该标记的起点',
    sliceMissing: '其切片不在数据中，或尚未读取',
    hint: '单击可在面板中显示',
    full: '标记已达 {{most}} 个，请先删除一些。',
    command: {
      flag: '在指针处插旗',
      range: '将所选时间范围存为标记',
      note: '为所选切片写备注',
      next: '下一个标记',
      previous: '上一个标记',
      export: '导出标记…',
      import: '导入标记…',
    },
  },
};
