import { z } from 'zod'
import { DEFAULT_BRANDING } from '../../../domain/access/organization.ts'

const HEX = 'must be a hex colour, for example #1f6f5c'
const colour = z
  .string(HEX)
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, HEX)
  .toLowerCase()

const URL_LENGTH_MAX = 2_048
const HTTPS = 'must be an https address without user or password, or empty'

/**
 * The address of a picture. It may end up in an attribute or in a style sheet of somebody's page, so that what ends
 * either of them is no part of it.
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

/** What people read in a page of somebody else's: text, and never markup. */
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
const { colors, widget_theme: theme } = DEFAULT_BRANDING

/** Branding as it is put: whatever is left out is as it was in the beginning (specification, section Branding). */
export const BrandingBody = z
  .strictObject({
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
        greeting_message: greeting.default(theme.greeting_message),
        placeholder_text: placeholder.default(theme.placeholder_text),
        header_color: colour.default(theme.header_color),
      })
      .default({ ...theme, position: 'bottom-right' }),
    hide_service_branding: hides.default(false),
  })
  .meta({ id: 'BrandingRequest' })

/** Changes of a branding: whatever is left out stays, and null is as it was in the beginning. */
export const BrandingPatch = z
  .strictObject({
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

/** Specification, section Branding. */
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
  })
  .meta({ id: 'Branding' })
