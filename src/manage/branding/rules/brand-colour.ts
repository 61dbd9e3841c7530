import { contrast, hexOf, linearOf, linearOfOklab, oklabOf } from './colour.ts'
import { leastDifference } from './colour-difference.ts'

/** Contrast ratios that WCAG 2.2 asks for. */
export const TEXT_CONTRAST = 4.5
export const GRAPHICS_CONTRAST = 3

const LIGHTNESS_STEP = 0.02
const STEPS_MAX = 25
/** Two colours of one chart that differ by less (CIEDE2000) are taken for each other. */
const DIFFERENCE_MIN = 10

export interface Readable {
  readonly background: string
  readonly contrastMin: number
  /** The product's own colour, for when no lightness of the brand's will do. */
  readonly fallback: string
}

/**
 * A brand's colour where it can be seen: hue and chroma stay, the lightness (OKLCH) steps away from that of the background
 * until the contrast is enough.
 *
 * @param colour `#rgb` or `#rrggbb`, as the background
 * @returns `#rrggbb` in lower case
 */
export const readableColour = (colour: string, { background, contrastMin, fallback }: Readable): string => {
  const [lightness, a, b] = oklabOf(linearOf(colour))
  const away = contrast(background, '#ffffff') < contrast(background, '#000000') ? -LIGHTNESS_STEP : LIGHTNESS_STEP
  for (let step = 0; step <= STEPS_MAX; step++) {
    const stepped = hexOf(linearOfOklab([lightness + step * away, a, b]))
    if (contrast(stepped, background) >= contrastMin) return stepped
  }
  return fallback
}

/** Black or white, whichever is read better on a background: 4.58 at least on any. */
export const textOn = (background: string): '#ffffff' | '#000000' =>
  contrast(background, '#ffffff') >= contrast(background, '#000000') ? '#ffffff' : '#000000'

/**
 * The colours of a chart's series, the brand's first. The product's colours follow, without those that look like the
 * brand's to some colour vision; the product's first colour comes last.
 *
 * @param series the product's colours by slot
 */
export const brandSeries = (
  primary: string,
  { background, series }: { readonly background: string; readonly series: readonly [string, ...string[]] },
): readonly [string, ...string[]] => {
  const [fallback, ...others] = series
  const first = readableColour(primary, { background, contrastMin: GRAPHICS_CONTRAST, fallback })
  const distinct = [...others, fallback].filter((colour) => leastDifference(first, colour) >= DIFFERENCE_MIN)
  return [first, ...distinct]
}
