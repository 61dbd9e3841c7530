import type { components, TabletalkError } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import type { FieldErrors } from '../form/field-errors.ts'
import { brandingTexts } from './texts.ts'

export type Branding = components['schemas']['Branding']
export type Effective = Branding['effective']
type Body = components['schemas']['BrandingRequest']

export const BRANDING = '/api/v1/branding'
export const PREVIEW = '/api/v1/branding/preview'

/** Colours by path of their field, in form order. */
export const COLOUR_NAMES = [
  'colors.primary',
  'colors.secondary',
  'colors.accent',
  'colors.text_primary',
  'colors.text_secondary',
  'widget_theme.header_color',
] as const

export const BRANDING_NAMES = [
  ...COLOUR_NAMES,
  'logo_url',
  'logo_dark_url',
  'widget_theme.position',
  'widget_theme.greeting_message',
  'widget_theme.placeholder_text',
  'hide_service_branding',
] as const

export type BrandingName = (typeof BRANDING_NAMES)[number]
export type BrandingValues = Readonly<Record<BrandingName, string>>

export const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
const LENGTHS = { 'widget_theme.greeting_message': 500, 'widget_theme.placeholder_text': 200 } as const
const TEXT_NAMES = ['widget_theme.greeting_message', 'widget_theme.placeholder_text'] as const
const LOGO_NAMES = ['logo_url', 'logo_dark_url'] as const

/** Initial values of the form. */
export const valuesOf = ({ colors, widget_theme: widget, ...branding }: Branding): BrandingValues => ({
  'colors.primary': colors.primary,
  'colors.secondary': colors.secondary,
  'colors.accent': colors.accent,
  'colors.text_primary': colors.text_primary,
  'colors.text_secondary': colors.text_secondary,
  'widget_theme.header_color': widget.header_color,
  logo_url: branding.logo_url,
  logo_dark_url: branding.logo_dark_url,
  'widget_theme.position': widget.position,
  'widget_theme.greeting_message': widget.greeting_message,
  'widget_theme.placeholder_text': widget.placeholder_text,
  hide_service_branding: branding.hide_service_branding ? 'on' : '',
})

/** The request body for form values. */
export const bodyOf = (values: BrandingValues): Body => ({
  ...coloursOf(values),
  logo_url: values.logo_url.trim(),
  logo_dark_url: values.logo_dark_url.trim(),
  widget_theme: {
    ...coloursOf(values).widget_theme,
    position: POSITIONS.find((one) => one === values['widget_theme.position']) ?? 'bottom-right',
    greeting_message: values['widget_theme.greeting_message'].trim(),
    placeholder_text: values['widget_theme.placeholder_text'].trim(),
  },
  hide_service_branding: values.hide_service_branding !== '',
})

const coloursOf = (values: BrandingValues) => ({
  colors: {
    primary: values['colors.primary'].trim(),
    secondary: values['colors.secondary'].trim(),
    accent: values['colors.accent'].trim(),
    text_primary: values['colors.text_primary'].trim(),
    text_secondary: values['colors.text_secondary'].trim(),
  },
  widget_theme: { header_color: values['widget_theme.header_color'].trim() },
})

export const isColour = (text: string): boolean => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text.trim())

/** The input of a preview; undefined while a colour is invalid. A logo is previewed only once it is published. */
export const previewBody = (values: BrandingValues, stored: Branding): Body | undefined => {
  if (!COLOUR_NAMES.every((name) => isColour(values[name]))) return undefined
  const logo = (name: (typeof LOGO_NAMES)[number]) => (values[name].trim() === stored[name] ? stored[name] : '')
  return { ...coloursOf(values), logo_url: logo('logo_url'), logo_dark_url: logo('logo_dark_url') }
}

/** The current branding without derived fields. @throws TabletalkError */
export const readBranding = async (): Promise<BrandingValues> =>
  valuesOf((await plainClient.call('get', BRANDING, {})).data)

/** Errors of a logo whose address the service rejects. */
export const logoFaults = ({ details }: TabletalkError): FieldErrors<BrandingName> | undefined => {
  const refused = LOGO_NAMES.filter((name) => details.some(({ field }) => field === name))
  if (refused.length === 0) return undefined
  return Object.fromEntries(refused.map((name) => [name, brandingTexts.logoInvalid]))
}

/** Validation errors before a request. */
export const brandingFaults = (values: BrandingValues): FieldErrors<BrandingName> => {
  const faults = [
    ...COLOUR_NAMES.filter((name) => !isColour(values[name])).map((name) => [name, brandingTexts.colourInvalid]),
    ...LOGO_NAMES.filter((name) => !/^(https:\/\/\S+)?$/i.test(values[name].trim())).map((name) => [
      name,
      brandingTexts.logoInvalid,
    ]),
    ...TEXT_NAMES.flatMap((name) => {
      if (/[<>\n]/.test(values[name].trim())) return [[name, brandingTexts.textInvalid]]
      const isLong = [...values[name].trim()].length > LENGTHS[name]
      return isLong ? [[name, brandingTexts.tooLong(LENGTHS[name])]] : []
    }),
  ]
  return Object.fromEntries(faults)
}
