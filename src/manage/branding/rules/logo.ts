import type { Branding } from '../../../access/rules/organization.ts'
import type { RequestFailure } from '../../../platform/problems/request-failure.ts'

export const LOGO_THEMES = ['light', 'dark'] as const
export type LogoTheme = (typeof LOGO_THEMES)[number]

/** Where a branding names the logo of a theme. */
export const LOGO_FIELDS = { light: 'logo_url', dark: 'logo_dark_url' } as const satisfies Readonly<
  Record<LogoTheme, keyof Branding>
>

/** Why there is no picture of a logo, in a word that says nothing of what is inside of a network. */
export type LogoFailure =
  | RequestFailure
  /** The address, or one that it leads to, is none that is fetched. */
  | 'address'
  | `status_${number}`
  /** It leads from one address to the next too often. */
  | 'redirects'
  /** It has more bytes than are read, or is compressed. */
  | 'too_large'
  /** It ended before its end, or took too long. */
  | 'cut'
  /** Neither PNG nor JPEG nor GIF. */
  | 'format'
  /** It has too many pixels. */
  | 'dimensions'
  /** It is damaged, or nothing can be seen of it. */
  | 'undecodable'
  /** Too many are being fetched. */
  | 'busy'

/** What came of fetching the logo at an address: under which digest its picture is kept, or why there is none. */
export type Logo = { readonly url: string } & ({ readonly digest: string } | { readonly failure: LogoFailure })

/** Of each theme for which one was fetched. */
export type Logos = { readonly [Theme in LogoTheme]?: Logo }

/** The logo of a theme, where that of the branding was fetched: what was fetched for another address is none. */
export const logoOf = (theme: LogoTheme, branding: Branding, logos: Logos = {}): Logo | undefined => {
  const { [theme]: logo } = logos
  return logo?.url === branding[LOGO_FIELDS[theme]] ? logo : undefined
}

/** Under which digests pictures are kept. */
export const digestsOf = (logos: Logos = {}): readonly string[] =>
  LOGO_THEMES.flatMap((theme) => {
    const { [theme]: logo } = logos
    return logo !== undefined && 'digest' in logo ? [logo.digest] : []
  })
