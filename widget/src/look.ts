import type { components } from '../../clients/typescript/src/index.ts'

type Branding = components['schemas']['Branding']
type Colours = Branding['effective']['light']

/** The colours of a service without a branding of its own, until its branding is known. */
const DEFAULTS = {
  surface: '#ffffff',
  primary: '#1f6f5c',
  on_primary: '#ffffff',
  link: '#1f6f5c',
  secondary: '#14342b',
  on_secondary: '#ffffff',
  accent: '#ca7f00',
  text_primary: '#1b1b1b',
  text_secondary: '#5c6662',
  header: '#1f6f5c',
  on_header: '#ffffff',
}
const DARK_DEFAULTS = {
  ...DEFAULTS,
  surface: '#1a1e26',
  link: '#48937f',
  accent: '#f2a541',
  text_primary: '#e9ecf2',
  text_secondary: '#b3bac7',
}

/** The custom properties of a theme, from the branding of the organization. */
export const coloursOf = (branding: Branding | undefined, isDark: boolean): Readonly<Record<string, string>> => {
  const colours: Omit<Colours, 'chart'> =
    branding?.effective[isDark ? 'dark' : 'light'] ?? (isDark ? DARK_DEFAULTS : DEFAULTS)
  return Object.fromEntries(Object.entries(colours).map(([name, colour]) => [`--b-${name.replace('_', '-')}`, colour]))
}

const LOGO = /\/(logos\/[\w-]+\.png)$/

export interface Logo {
  readonly url: string
  /** A light logo in the dark theme stands on a white plate. */
  readonly isPlated: boolean
}

/** The logo of a theme, always from the service itself. */
export const logoOf = (branding: Branding | undefined, isDark: boolean, serviceUrl: string): Logo | undefined => {
  const { light, dark } = branding?.effective.logos ?? {}
  const own = isDark ? (dark?.url ?? undefined) : undefined
  const file = LOGO.exec(own ?? light?.url ?? '')?.[1]
  return file === undefined ? undefined : { url: `${serviceUrl}/${file}`, isPlated: isDark && own === undefined }
}

/** Texts of the default branding: a reader gets them in their own language instead. */
const DEFAULT_TEXTS = new Set(['Hello! Ask me about your data.', 'Type your question …', ''])

/** A text of the branding, unless it is a default. */
export const ownText = (text: string | undefined): string | undefined =>
  text === undefined || DEFAULT_TEXTS.has(text) ? undefined : text
