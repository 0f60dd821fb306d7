import type { MenuCommandId } from '../../src-contract/wire/electronBridge';

export type MenuLanguage = 'en' | 'zh';

export interface MenuStrings {
  readonly file: string;
  readonly edit: string;
  readonly view: string;
  readonly window: string;
  readonly help: string;
  readonly newWindow: string;
  readonly recent: string;
  readonly quit: string;
  readonly undo: string;
  readonly redo: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
  readonly reload: string;
  readonly developerTools: string;
  readonly fullScreen: string;
  readonly minimize: string;
  readonly closeWindow: string;
  readonly about: string;
  readonly hide: string;
  readonly hideOthers: string;
  readonly noRecent: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly zoomReset: string;
  readonly showLogs: string;
  readonly commands: Readonly<Record<MenuCommandId, string>>;
}

export const menuStrings: Readonly<Record<MenuLanguage, MenuStrings>> = {
  en: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    window: 'Window',
    help: 'Help',
    newWindow: 'New Window',
    recent: 'Open Recent',
    quit: 'Quit Tracelane',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    reload: 'Reload',
    developerTools: 'Developer Tools',
    fullScreen: 'Full Screen',
    minimize: 'Minimize',
    closeWindow: 'Close Window',
    about: 'About Tracelane',
    hide: 'Hide Tracelane',
    hideOthers: 'Hide Others',
    noRecent: 'Nothing Yet',
    zoomIn: 'Enlarge',
    zoomOut: 'Reduce',
    zoomReset: 'Actual Size',
    showLogs: 'Show Logs',
    commands: {
      'file.openFolder': 'Open Folder…',
      'file.openFile': 'Open File…',
      'file.openDemo': 'Open the Demo',
      'file.close': 'Close Dump',
      'view.palette': 'Command Palette…',
      'view.settings': 'Settings…',
      'view.toggleTheme': 'Switch Light and Dark',
      'help.recipe': 'Take a Profile…',
      'help.keys': 'Keyboard Shortcuts',
    },
  },
  zh: {
    file: '文件',
    edit: '编辑',
    view: '视图',
    window: '窗口',
    help: '帮助',
    newWindow: '新建窗口',
    recent: '最近打开',
    quit: '退出 Tracelane',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
    reload: '重新加载',
    developerTools: '开发者工具',
    fullScreen: '全屏',
    minimize: '最小化',
    closeWindow: '关闭窗口',
    about: '关于 Tracelane',
    hide: '隐藏 Tracelane',
    hideOthers: '隐藏其他',
    noRecent: '暂无',
    zoomIn: '放大界面',
    zoomOut: '缩小界面',
    zoomReset: '实际大小',
    showLogs: '打开日志文件夹',
    commands: {
      'file.openFolder': '打开文件夹…',
      'file.openFile': '打开文件…',
      'file.openDemo': '打开演示数据',
      'file.close': '关闭数据',
      'view.palette': '命令面板…',
      'view.settings': '设置…',
      'view.toggleTheme': '切换明暗主题',
      'help.recipe': '采集性能数据…',
      'help.keys': '键盘快捷键',
    },
  },
};

/** The menu's language for a BCP 47 tag: Chinese of any kind, else English. */
export function menuLanguage(tag: string): MenuLanguage {
  return /^zh\b/i.test(tag) ? 'zh' : 'en';
}
