import type { Branding } from '../../../access/rules/organization.ts'
import type { RequestFailure } from '../../../platform/problems/request-failure.ts'

export const LOGO_THEMES = ['light', 'dark'] as const
export type LogoTheme = (typeof LOGO_THEMES)[number]

/** The field of a branding with the logo URL of a theme. */
export const LOGO_FIELDS = { light: 'logo_url', dark: 'logo_dark_url' } as const satisfies Readonly<
  Record<LogoTheme, keyof Branding>
>

/** Why a logo could not be fetched, without details that would reveal the internal network. */
export type LogoFailure =
  | RequestFailure
  /** The URL, or a redirect target, is not allowed. */
  | 'address'
  | `status_${number}`
  /** Too many redirects. */
  | 'redirects'
  /** The response is too large, or compressed. */
  | 'too_large'
  /** The response was incomplete, or took too long. */
  | 'cut'
  /** Neither PNG nor JPEG nor GIF. */
  | 'format'
  /** Too many pixels. */
  | 'dimensions'
  /** Damaged, or fully transparent. */
  | 'undecodable'
  /** Too many concurrent fetches. */
  | 'busy'

/** The result of fetching a logo: the digest of the stored image, or the failure. */
export type Logo = { readonly url: string } & ({ readonly digest: string } | { readonly failure: LogoFailure })

/** The logos by theme, as far as they were fetched. */
export type Logos = { readonly [Theme in LogoTheme]?: Logo }

/** The logo of a theme, if it was fetched from the current URL. */
export const logoOf = (theme: LogoTheme, branding: Branding, logos: Logos = {}): Logo | undefined => {
  const { [theme]: logo } = logos
  return logo?.url === branding[LOGO_FIELDS[theme]] ? logo : undefined
}

/** The digests of the stored images. */
export const digestsOf = (logos: Logos = {}): readonly string[] =>
  LOGO_THEMES.flatMap((theme) => {
    const { [theme]: logo } = logos
    return logo !== undefined && 'digest' in logo ? [logo.digest] : []
  })
