import type { Branding } from '../../../access/rules/organization.ts'
import { chartPalette } from '../../../charts/rules/chart-theme.ts'
import { GRAPHICS_CONTRAST, readableColour, TEXT_CONTRAST, textOn } from './brand-colour.ts'
import { contrast, hexOf, linearOf } from './colour.ts'

type ScreenTheme = 'light' | 'dark'

/** The colours displayed in one theme (snake_case as on the wire); `on_…` is text on the named colour. */
interface ScreenColours {
  readonly surface: string
  readonly primary: string
  readonly on_primary: string
  /** The primary colour as text. */
  readonly link: string
  /** The first series of a chart; dark charts use the product's colours. */
  readonly chart: string
  readonly secondary: string
  readonly on_secondary: string
  readonly accent: string
  /** In the dark theme this and `text_secondary` are the product's. */
  readonly text_primary: string
  readonly text_secondary: string
  readonly header: string
  readonly on_header: string
}

/** A colour of the brand that was replaced because its contrast was insufficient. */
interface AdjustedColour {
  /** Its path in the branding, as `colors.primary`. */
  readonly field: string
  readonly theme: ScreenTheme
  readonly use: keyof ScreenColours
  readonly from: string
  readonly to: string
  readonly against: string
  /** Contrast ratios with `against`, to two digits. */
  readonly contrast_from: number
  readonly contrast_to: number
}

interface EffectiveColours {
  readonly light: ScreenColours
  readonly dark: ScreenColours
  readonly adjusted: readonly AdjustedColour[]
}

/**
 * Derives the displayed colours, so that previews, widgets and charts agree. Backgrounds stay as configured, with black
 * or white text; the lightness of text and marks changes until their contrast is sufficient.
 */
export const effectiveColours = (branding: Pick<Branding, 'colors' | 'widget_theme'>): EffectiveColours => {
  const [light, dark] = [coloursIn('light', branding), coloursIn('dark', branding)]
  return { light, dark, adjusted: [...adjustedIn('light', light, branding), ...adjustedIn('dark', dark, branding)] }
}

const coloursIn = (
  theme: ScreenTheme,
  { colors, widget_theme: { header_color } }: Pick<Branding, 'colors' | 'widget_theme'>,
): ScreenColours => {
  const { surface, text, muted, series } = chartPalette(theme, colors.primary)
  const [fallback] = series
  const adjusted = (colour: string, contrastMin: number) =>
    readableColour(colour, { background: surface, contrastMin, fallback })
  const readableOr = (colour: string, token: string) =>
    theme === 'light' && contrast(colour, surface) >= TEXT_CONTRAST ? hex6(colour) : token
  const [primary, secondary, header] = [hex6(colors.primary), hex6(colors.secondary), hex6(header_color)]
  return {
    surface,
    primary,
    on_primary: textOn(primary),
    link: adjusted(primary, TEXT_CONTRAST),
    chart: theme === 'light' ? adjusted(primary, GRAPHICS_CONTRAST) : fallback,
    secondary,
    on_secondary: textOn(secondary),
    accent: adjusted(colors.accent, GRAPHICS_CONTRAST),
    text_primary: readableOr(colors.text_primary, text),
    text_secondary: readableOr(colors.text_secondary, muted),
    header,
    on_header: textOn(header),
  }
}

/** Which colours of a branding are displayed against the surface of a theme; all others are the product's. */
const USES = {
  light: [
    ['primary', 'link'],
    ['primary', 'chart'],
    ['accent', 'accent'],
    ['text_primary', 'text_primary'],
    ['text_secondary', 'text_secondary'],
  ],
  dark: [
    ['primary', 'link'],
    ['accent', 'accent'],
  ],
} as const

const adjustedIn = (
  theme: ScreenTheme,
  colours: ScreenColours,
  { colors }: Pick<Branding, 'colors'>,
): readonly AdjustedColour[] =>
  USES[theme].flatMap(([name, use]) => {
    const { [use]: to, surface: against } = colours
    const from = hex6(colors[name])
    if (from === to) return []
    const ratio = (colour: string) => Math.round(contrast(colour, against) * 100) / 100
    return [
      { field: `colors.${name}`, theme, use, from, to, against, contrast_from: ratio(from), contrast_to: ratio(to) },
    ]
  })

/** `#fd4` as `#ffdd44`. */
const hex6 = (colour: string): string => hexOf(linearOf(colour))
