/** Paths of uploaded files: given by a page, so nothing about them is trusted. */

const maxDepth = 64;
const maxNameBytes = 255;
/** Device names that Windows gives a meaning of its own, with any extension, also behind spaces. */
const windowsDeviceNames = /^(con|conin\$|conout\$|prn|aux|nul|(com|lpt)[\d¹²³]) *(\.|$)/i;

/**
 * The parts of a relative path below the upload's folder, or undefined when it is no such path: absolute, with "." or
 * "..", empty parts, or parts too long for a disk. Characters that the platform cannot store become "_".
 */
export function uploadPathParts(path: string, platform: NodeJS.Platform): readonly string[] | undefined {
  const parts = path.split('/').map((part) => storableName(part, platform));
  const isValid =
    parts.length <= maxDepth &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= maxNameBytes);
  return isValid ? parts : undefined;
}

function storableName(name: string, platform: NodeJS.Platform): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters to be replaced
  const common = name.replace(/[\u0000-\u001f\u007f\\]/g, '_');
  if (platform !== 'win32') return common;
  const plain = common.replace(/[<>:"|?*]/g, '_').replace(/[. ]+$/, (end) => (/^\.{1,2}$/.test(name) ? end : '_'));
  return windowsDeviceNames.test(plain) ? `_${plain}` : plain;
}
