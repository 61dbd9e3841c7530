import { contrast, hexOf, linearOf, linearOfOklab, oklabOf } from './colour.ts'
import { minColourDifference } from './colour-difference.ts'

/** Minimum contrast ratios of WCAG 2.2. */
export const TEXT_CONTRAST = 4.5
export const GRAPHICS_CONTRAST = 3

const LIGHTNESS_STEP = 0.02
const STEPS_MAX = 25
/** Minimum difference (CIEDE2000) at which two colours of a chart are distinguishable. */
const DIFFERENCE_MIN = 10

interface ReadabilityOptions {
  readonly background: string
  readonly contrastMin: number
  /** The product's colour, if no lightness of the brand's colour has enough contrast. */
  readonly fallback: string
}

/**
 * Adjusts a brand's colour for a background: hue and chroma stay, and the lightness (OKLCH) moves away from the
 * background's until the contrast is sufficient.
 * @param colour `#rgb` or `#rrggbb`, like the background
 * @returns `#rrggbb` in lower case
 */
export const readableColour = (colour: string, { background, contrastMin, fallback }: ReadabilityOptions): string => {
  const [lightness, a, b] = oklabOf(linearOf(colour))
  const away = contrast(background, '#ffffff') < contrast(background, '#000000') ? -LIGHTNESS_STEP : LIGHTNESS_STEP
  for (let step = 0; step <= STEPS_MAX; step++) {
    const stepped = hexOf(linearOfOklab([lightness + step * away, a, b]))
    if (contrast(stepped, background) >= contrastMin) return stepped
  }
  return fallback
}

/** Black or white, whichever has more contrast with the background: at least 4.58 on any. */
export const textOn = (background: string): '#ffffff' | '#000000' =>
  contrast(background, '#ffffff') >= contrast(background, '#000000') ? '#ffffff' : '#000000'

/**
 * Series colours of a chart, starting with the brand's. The product's colours follow, without those that are too
 * similar to the brand's for some type of colour vision; the product's first colour comes last.
 * @param series the product's colours by position
 */
export const brandSeries = (
  primary: string,
  { background, series }: { readonly background: string; readonly series: readonly [string, ...string[]] },
): readonly [string, ...string[]] => {
  const [fallback, ...others] = series
  const first = readableColour(primary, { background, contrastMin: GRAPHICS_CONTRAST, fallback })
  const distinct = [...others, fallback].filter((colour) => minColourDifference(first, colour) >= DIFFERENCE_MIN)
  return [first, ...distinct]
}
