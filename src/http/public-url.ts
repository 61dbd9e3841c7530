import type { Request } from 'express'
import type { Config } from '../config.ts'

/**
 * Where callers reach this API, without a `/` at its end: as it is set, else as this request has reached it, with what a
 * trusted proxy says (`TABLETALK_TRUSTED_PROXIES`).
 */
export const publicUrl = (req: Request, { publicUrl: set }: Pick<Config, 'publicUrl'>): string =>
  set ?? `${req.protocol}://${req.host}`

/** The path under which a reverse proxy serves this API, as `TABLETALK_PUBLIC_URL` says; empty where it is served under none. */
export const publicPath = ({ publicUrl: set }: Pick<Config, 'publicUrl'>): string =>
  set === undefined ? '' : new URL(set).pathname.replace(/\/$/, '')

/** The callback for identity providers; to be registered there. */
export const ssoRedirectUri = (req: Request, config: Pick<Config, 'publicUrl'>): string =>
  ssoRedirectUriAt(publicUrl(req, config))

/** The same, where it is known how the API is reached. @param base without a `/` at its end */
export const ssoRedirectUriAt = (base: string): string => `${base}/api/v1/auth/sso/callback`
