import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// They come with electron-builder itself.
const require = createRequire(import.meta.url);
const fromBuilder = createRequire(require.resolve('app-builder-lib'));

/** The text of electron-builder.yml. */
export const builderConfigText = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');

interface Target {
  readonly target: string;
  readonly arch: readonly string[];
}

interface Association {
  readonly ext: string;
  readonly rank: string;
  readonly role: string;
}

interface SystemConfig {
  readonly target: readonly Target[];
  readonly fileAssociations?: readonly Association[];
}

/** What the tests look at. */
export interface BuilderConfig {
  readonly asar: boolean;
  readonly directories: { readonly buildResources: string };
  readonly files: readonly string[];
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly fileAssociations?: unknown;
  readonly protocols: readonly { readonly schemes: readonly string[] }[];
  readonly linux: SystemConfig & {
    readonly executableName: string;
    readonly executableArgs: readonly string[];
    readonly mimeTypes: readonly string[];
  };
  readonly win: SystemConfig;
  readonly mac: SystemConfig & { readonly fileAssociations: readonly Association[] };
  readonly deb: { readonly fpm: readonly string[] };
  readonly rpm: { readonly fpm: readonly string[] };
  readonly nsis: { readonly include: string };
}

/** As electron-builder reads it. */
export function readBuilderConfig(text = builderConfigText): BuilderConfig {
  const { load } = fromBuilder('js-yaml') as { load(text: string): unknown };
  return load(text) as BuilderConfig;
}
