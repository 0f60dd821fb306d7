import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { DumpId, HostInfo } from '../../../../src-contract';
import { createAppController } from '../../../../src-renderer/app/appController';
import type {
  ConnectionState,
  DropOptions,
  EngineConnection,
  HostServices,
} from '../../../../src-renderer/engine/connection';
import type { Dropped } from '../../../../src-renderer/engine/droppedFiles';
import { dumpState } from '../../../fixtures/dumpState';
import { scriptedEngine, settled } from '../../../fixtures/scriptedEngine';

function start(options: { readonly host?: Partial<HostInfo>; readonly services?: Partial<HostServices> } = {}) {
  const script = scriptedEngine(options.host ? { host: options.host } : {});
  const connection: EngineConnection = {
    engine: script.engine,
    status: createStore<ConnectionState>()(() => ({ status: 'connected', sinceMs: 0 })),
    services: { kind: 'browser', pathsOfDrop: async () => [], pathsOfFiles: async () => [], ...options.services },
    dispose: vi.fn(),
  };
  const controller = createAppController(connection);
  return { ...script, controller, state: () => controller.store.getState() };
}

const id = (text: string) => text as DumpId;

describe('opening', () => {
  it('shows what the command line named', async () => {
    const { controller, opens, watches, state } = start({ host: { initialPaths: ['/a/job'] } });
    void controller.start();
    await settled();
    expect(state().screen).toEqual({ kind: 'opening', what: { kind: 'paths', title: 'job' } });
    opens[0]!.answer(id('one'));
    await settled();
    watches[0]!.answer(dumpState({ id: id('one') }));
    await settled();
    expect(state().screen.kind).toBe('dump');
    controller.dispose();
  });

  it('goes back to the welcome page with the reason when it fails', async () => {
    const { controller, opens, state } = start();
    void controller.openPaths(['/gone']);
    opens[0]!.fail(new Error('There is nothing at /gone.'));
    await settled();
    expect(state().screen.kind).toBe('welcome');
    expect(state().toasts.map((toast) => toast.notice.message)).toEqual(['There is nothing at /gone.']);
  });

  it('closes a dump that arrives after another was asked for', async () => {
    const { controller, opens, watches, closed, state } = start();
    void controller.openPaths(['/one']);
    void controller.openPaths(['/two']);
    opens[1]!.answer(id('two'));
    await settled();
    watches[0]!.answer(dumpState({ id: id('two'), title: 'two' }));
    await settled();
    opens[0]!.answer(id('one'));
    await settled();
    watches.at(-1)!.answer(dumpState({ id: id('one'), title: 'one' }));
    await settled();
    const { screen } = state();
    expect(screen.kind === 'dump' && screen.session.dumpId).toBe('two');
    expect(closed).toEqual(['one']);
    controller.dispose();
    expect(closed).toEqual(['one', 'two']);
  });

  it('closing while it opens leads to the welcome page for good', async () => {
    const { controller, opens, watches, closed, state } = start();
    void controller.openPaths(['/one']);
    controller.closeDump();
    opens[0]!.answer(id('one'));
    await settled();
    watches[0]!.answer(dumpState({ id: id('one') }));
    await settled();
    expect(state().screen.kind).toBe('welcome');
    expect(closed).toEqual(['one']);
  });
});

describe('opening over an open dump', () => {
  async function withDump() {
    const all = start();
    void all.controller.openPaths(['/one']);
    all.opens[0]!.answer(id('one'));
    await settled();
    all.watches[0]!.answer(dumpState({ id: id('one') }));
    await settled();
    return all;
  }
  const shown = ({ screen }: ReturnType<Awaited<ReturnType<typeof withDump>>['state']>) =>
    screen.kind === 'dump' ? screen.session.dumpId : screen.kind;
  const notice = {
    code: 'path-missing',
    severity: 'error',
    message: 'No such path.',
    params: {},
    path: '/two',
  } as const;

  it('one that can’t be opened leaves it as it is, and says why', async () => {
    const { controller, opens, watches, closed, state } = await withDump();
    void controller.openPaths(['/two']);
    expect([shown(state()), state().opening]).toEqual(['one', { kind: 'paths', title: 'two' }]);
    opens[1]!.answer(id('two'));
    await settled();
    watches.at(-1)!.answer(dumpState({ id: id('two'), status: 'discovering', ranks: [] }));
    await settled();
    expect(shown(state())).toBe('one');
    watches.at(-1)!.answer(dumpState({ id: id('two'), revision: 2, status: 'failed', ranks: [], notices: [notice] }));
    await settled();
    expect([shown(state()), state().opening, closed]).toEqual(['one', undefined, ['two']]);
    expect(state().toasts.map((toast) => toast.notice)).toEqual([notice]);
    controller.dispose();
  });

  it('one that can takes its place; cancelled, it is closed again', async () => {
    const { controller, opens, watches, closed, state } = await withDump();
    void controller.openPaths(['/two']);
    controller.cancelOpening();
    opens[1]!.answer(id('two'));
    await settled();
    watches.at(-1)!.answer(dumpState({ id: id('two') }));
    await settled();
    expect([shown(state()), state().opening, closed]).toEqual(['one', undefined, ['two']]);
    void controller.openPaths(['/three']);
    opens[2]!.answer(id('three'));
    await settled();
    watches.at(-1)!.answer(dumpState({ id: id('three') }));
    await settled();
    expect([shown(state()), state().opening, closed]).toEqual(['three', undefined, ['two', 'one']]);
    controller.dispose();
  });
});

describe('choosing', () => {
  it('uses the dialog of the system where there is one', async () => {
    const { controller, opens, state } = start({ services: { pickPaths: async () => ['/picked'] } });
    void controller.pick('folder');
    await settled();
    expect(opens[0]!.input).toEqual(['/picked']);
    expect(state().dialog).toBeUndefined();
  });

  it('opens nothing when that is cancelled', async () => {
    const { controller, opens, state } = start({ services: { pickPaths: async () => [] } });
    await controller.pick('folder');
    expect([opens.length, state().screen.kind]).toEqual([0, 'welcome']);
  });

  it('shows the folder browser elsewhere', async () => {
    const { controller, state } = start();
    await controller.pick('folder');
    expect(state().dialog).toBe('folders');
  });
});

describe('dropping', () => {
  const progress = { bytesDone: 1, bytesTotal: 2, filesDone: 0, filesTotal: 1, fileName: 'a.json' };

  it('shows the upload and opens what arrived', async () => {
    let finish: (paths: readonly string[]) => void = () => undefined;
    const pathsOfDrop = (_dropped: Dropped, options?: DropOptions) => {
      options?.onProgress?.(progress);
      return new Promise<readonly string[]>((resolve) => {
        finish = resolve;
      });
    };
    const { controller, opens, state } = start({ services: { pathsOfDrop } });
    void controller.drop({} as Dropped);
    expect(state().upload).toEqual({ progress });
    finish(['/tmp/upload/a.json']);
    await settled();
    expect(opens[0]!.input).toEqual(['/tmp/upload/a.json']);
  });

  it('is cancelled without a word', async () => {
    const pathsOfDrop = (_dropped: Dropped, options?: DropOptions) =>
      new Promise<readonly string[]>((_resolve, reject) => {
        options?.onProgress?.(progress);
        options?.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      });
    const { controller, opens, state } = start({ services: { pathsOfDrop } });
    void controller.drop({} as Dropped);
    controller.cancelUpload();
    await settled();
    expect([opens.length, state().upload, state().toasts.length]).toEqual([0, undefined, 0]);
  });
});

describe('messages', () => {
  it('the same error is counted, not repeated', () => {
    const { controller, state } = start();
    controller.reportError(new Error('lost'));
    controller.reportError(new Error('lost'));
    controller.reportError('odd');
    expect(state().toasts.map((toast) => [toast.notice.message, toast.count])).toEqual([
      ['lost', 2],
      ['odd', 1],
    ]);
    controller.dismissToast(state().toasts[0]!.id);
    expect(state().toasts.map((toast) => toast.notice.message)).toEqual(['odd']);
  });

  it('leaves a closed connection to the banner', () => {
    const { controller, state } = start();
    controller.reportError(Object.assign(new Error('gone'), { name: 'ConnectionClosedError' }));
    expect(state().toasts).toEqual([]);
  });

  it('an error with a code can be translated by it', () => {
    const { controller, state } = start();
    controller.reportError(Object.assign(new Error('Too large.'), { name: 'UploadError', code: 'upload-too-large' }));
    expect(state().toasts[0]!.notice).toEqual({ code: 'upload-too-large', message: 'Too large.', params: {} });
  });
});
