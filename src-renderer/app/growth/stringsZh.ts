/** What the window says of a dump that is being written, in Simplified Chinese. */
export const strings = {
  growth: {
    growing_one: '正在写入',
    growing_other: '{{n}} 个 Rank 正在写入',
    title: '写入文件的内容每隔几秒显示一次；文件不再变化后才保存索引。',
    follow: '跟随末尾',
    following: '正在跟随末尾',
    followTitle: '只要末尾在视野内，视图就会随之移动',
    command: '跟随正在写入的数据末尾',
  },
};
