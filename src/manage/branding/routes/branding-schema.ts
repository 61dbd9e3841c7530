import { z } from 'zod'
import { DEFAULT_BRANDING } from '../../../access/rules/organization.ts'
import { LOGO_THEMES } from '../rules/logo.ts'

const HEX = 'must be a hex colour, for example #1f6f5c'
const colour = z
  .string(HEX)
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, HEX)
  .toLowerCase()

const URL_LENGTH_MAX = 2_048
const HTTPS = 'must be an https address without user or password, or empty'

/**
 * URL of an image. It may be inserted into an HTML attribute or a style sheet, so characters that could end either are
 * refused.
 */
const picture = z
  .string(HTTPS)
  .max(URL_LENGTH_MAX, `must have at most ${URL_LENGTH_MAX} characters`)
  .refine(isPicture, HTTPS)
  .transform((text) => URL.parse(text)?.href ?? '')

function isPicture(text: string): boolean {
  if (text === '') return true
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || `${url.username}${url.password}` !== '') return false
  return /^https:\/\/[\w.~:/?#@!$&*+,;=%[\]-]+$/.test(text)
}

/** Text that is shown on customers' pages: plain text, without markup. */
const text = (max: number) =>
  z
    .string('must be text')
    .max(max, `must have at most ${max} characters`)
    .refine((written) => written.isWellFormed() && !/[<>\p{Cc}\u2028\u2029]/u.test(written), {
      message: 'must be plain text in one line, without < and >',
    })

const position = z.enum(
  ['bottom-right', 'bottom-left', 'top-right', 'top-left'],
  'must be bottom-right, bottom-left, top-right or top-left',
)
const greeting = text(500)
const placeholder = text(200)
const hides = z.boolean('must be true or false')
const { colors, widget_theme } = DEFAULT_BRANDING

/** The derived field of `GET`, accepted so that a response can be sent back. */
const responseFields = {
  effective: z.unknown().optional().meta({ description: 'Ignored: it is derived from the other fields.' }),
}

/** A complete branding: omitted fields are reset to their defaults (specification, section Branding). */
export const BrandingBody = z
  .strictObject({
    ...responseFields,
    colors: z
      .strictObject({
        primary: colour.default(colors.primary),
        secondary: colour.default(colors.secondary),
        accent: colour.default(colors.accent),
        text_primary: colour.default(colors.text_primary),
        text_secondary: colour.default(colors.text_secondary),
      })
      .default(colors),
    logo_url: picture.default(''),
    logo_dark_url: picture.default(''),
    widget_theme: z
      .strictObject({
        position: position.default('bottom-right'),
        greeting_message: greeting.default(widget_theme.greeting_message),
        placeholder_text: placeholder.default(widget_theme.placeholder_text),
        header_color: colour.default(widget_theme.header_color),
      })
      .default({ ...widget_theme, position: 'bottom-right' }),
    hide_service_branding: hides.default(false),
  })
  .meta({ id: 'BrandingRequest' })
  .transform(({ effective: _, ...branding }) => branding)

/** Changes of a branding: omitted fields stay unchanged, null resets a field to its default. */
export const BrandingPatch = z
  .strictObject({
    ...responseFields,
    colors: z
      .strictObject({
        primary: colour.nullish(),
        secondary: colour.nullish(),
        accent: colour.nullish(),
        text_primary: colour.nullish(),
        text_secondary: colour.nullish(),
      })
      .nullish(),
    logo_url: picture.nullish(),
    logo_dark_url: picture.nullish(),
    widget_theme: z
      .strictObject({
        position: position.nullish(),
        greeting_message: greeting.nullish(),
        placeholder_text: placeholder.nullish(),
        header_color: colour.nullish(),
      })
      .nullish(),
    hide_service_branding: hides.nullish(),
  })
  .meta({ id: 'BrandingPatch' })
  .transform(({ effective: _, ...changes }) => changes)

const theme = z.enum(LOGO_THEMES)
const logo = z.object({
  url: z.string().nullable().meta({
    description: 'The URL of the stored image, which needs no key; null if there is none.',
  }),
  failure: z.string().nullable().meta({
    description:
      'Why no image could be fetched from the configured URL: `timeout`, `refused`, `reset`, `unreachable`, `tls`, `host` (not found, or private), `address`, `answer_invalid`, `status_` followed by the HTTP status, `redirects`, `too_large`, `cut`, `format` (neither PNG nor JPEG nor GIF), `dimensions`, `undecodable` or `busy`.',
  }),
})
const themeColours = z.object({
  surface: z.string(),
  primary: z.string(),
  on_primary: z.string(),
  link: z.string().meta({ description: 'The primary colour, adjusted for text.' }),
  chart: z
    .string()
    .meta({ description: 'The colour of the first series of a chart; dark charts use the colours of the service.' }),
  secondary: z.string(),
  on_secondary: z.string(),
  accent: z.string(),
  text_primary: z
    .string()
    .meta({ description: 'In the dark theme, this and `text_secondary` are the colours of the service.' }),
  text_secondary: z.string(),
  header: z.string(),
  on_header: z.string(),
})

const Effective = z
  .object({
    light: themeColours,
    dark: themeColours,
    adjusted: z
      .array(
        z.object({
          field: z.string().meta({ description: 'For example `colors.primary`.' }),
          theme,
          use: z.enum(Object.keys(themeColours.shape)),
          from: z.string(),
          to: z.string(),
          against: z.string(),
          contrast_from: z.number(),
          contrast_to: z.number(),
        }),
      )
      .readonly()
      .meta({ description: 'Colours that were replaced by colours with sufficient contrast (WCAG 2.2).' }),
    logos: z
      .object({ light: logo, dark: logo })
      .meta({ description: 'Without one, the dark theme shows the light logo on a light background.' }),
  })
  .meta({
    id: 'EffectiveBranding',
    description: 'The colours that are displayed: text and marks have sufficient contrast.',
  })

/** A branding (specification, section Branding) with what is displayed. */
export const BrandingItem = z
  .object({
    colors: z.object({
      primary: z.string(),
      secondary: z.string(),
      accent: z.string(),
      text_primary: z.string(),
      text_secondary: z.string(),
    }),
    logo_url: z.string(),
    logo_dark_url: z.string(),
    widget_theme: z.object({
      position: z.string(),
      greeting_message: z.string(),
      placeholder_text: z.string(),
      header_color: z.string(),
    }),
    hide_service_branding: z.boolean(),
    effective: Effective,
  })
  .meta({ id: 'Branding' })
