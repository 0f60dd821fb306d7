import type { Link } from './links';
import type { MenuLanguage } from './menuStrings';

/** What the system's dialogs say. */
export interface DialogStrings {
  readonly crashed: string;
  crashedDetail(logFolder: string): string;
  readonly startAgain: string;
  readonly closeWindow: string;
  /** A link wants to have this opened. */
  readonly openLink: string;
  readonly open: string;
  readonly cancel: string;
  /** A link does nothing. */
  readonly linkRefused: string;
  readonly linkProblems: Readonly<Record<Extract<Link, { readonly kind: 'refused' }>['code'], string>>;
  readonly notStarted: string;
  readonly noDemo: string;
}

export const dialogStrings: Readonly<Record<MenuLanguage, DialogStrings>> = {
  en: {
    crashed: 'The window has crashed several times.',
    crashedDetail: (folder) => `What happened is in the log: ${folder}`,
    startAgain: 'Start Again',
    closeWindow: 'Close Window',
    openLink: 'Open what a link asks for?',
    open: 'Open',
    cancel: 'Cancel',
    linkRefused: 'Tracelane does not open this link.',
    linkProblems: {
      unknown: 'Links begin with tracelane://open?path=, and the path of a dump on this machine.',
      'no-path': 'It names no path. Links are of the form tracelane://open?path=/data/job.',
      relative: 'Its path does not begin at the root of a disk; from where it is meant cannot be known.',
      network: 'It names a path of the network. Open that yourself if you know where it leads.',
    },
    notStarted: 'Tracelane could not start.',
    noDemo: 'The demo could not be opened.',
  },
  zh: {
    crashed: '窗口已多次崩溃。',
    crashedDetail: (folder) => `详情见日志：${folder}`,
    startAgain: '重新启动',
    closeWindow: '关闭窗口',
    openLink: '要打开链接指定的数据吗？',
    open: '打开',
    cancel: '取消',
    linkRefused: 'Tracelane 不会打开此链接。',
    linkProblems: {
      unknown: '链接应以 tracelane://open?path= 开头，后接本机数据的路径。',
      'no-path': '链接中没有路径。链接的形式为 tracelane://open?path=/data/job。',
      relative: '链接中的路径不是绝对路径，无法得知其起点。',
      network: '链接指向网络路径。如果您知道它指向何处，请自行打开。',
    },
    notStarted: 'Tracelane 无法启动。',
    noDemo: '无法打开演示数据。',
  },
};
