import type { Request } from 'express'
import type { Config } from '../config.ts'

/**
 * Base URL of this API, without a trailing `/`: the setting, otherwise from the request, including the headers of trusted
 * proxies (`TABLETALK_TRUSTED_PROXIES`).
 */
export const publicUrl = (req: Request, { publicUrl: set }: Pick<Config, 'publicUrl'>): string =>
  set ?? `${req.protocol}://${req.host}`

/** The path prefix of this API behind a reverse proxy, from `TABLETALK_PUBLIC_URL`; empty without one. */
export const publicPath = ({ publicUrl: set }: Pick<Config, 'publicUrl'>): string =>
  set === undefined ? '' : new URL(set).pathname.replace(/\/$/, '')

/** The callback URL to register at identity providers. */
export const ssoRedirectUri = (req: Request, config: Pick<Config, 'publicUrl'>): string =>
  ssoRedirectUriAt(publicUrl(req, config))

/** The callback URL for a base URL. @param base without a trailing `/` */
export const ssoRedirectUriAt = (base: string): string => `${base}/api/v1/auth/sso/callback`
