/** Of the folders of an icon theme. */
export const linuxSizesPx = [16, 24, 32, 48, 64, 128, 256, 512];

/** What Windows shows at 100 to 250 % of its usual size. */
export const icoSizesPx = [16, 20, 24, 32, 40, 48, 64, 128, 256];

/** Icons of macOS leave this share of the side empty all around: 100 of 1024, by Apple's template. */
export const macMarginShare = 100 / 1024;
