import type { CookieOptions, Request, Response } from 'express'
import type { z } from 'zod'
import type { Config } from '../../../../config.ts'
import { isFromOwnPage } from '../../../../http/own-origin.ts'
import { publicPath } from '../../../../http/public-url.ts'
import { Problem } from '../../../../platform/problems/problem.ts'
import type { LoggedIn } from '../../logged-in.ts'
import type { Tokens } from './auth-schema.ts'
import { tokensItem } from './me-item.ts'

const NAME = 'tabletalk_refresh'

type Urls = Pick<Config, 'publicUrl' | 'portalUrl'>

interface CookieExchange {
  readonly req: Request
  readonly res: Response
  readonly config: Urls
}

/** The refresh token in the request's cookie. */
export const sentRefreshCookie = (req: Request): string | undefined =>
  req
    .get('Cookie')
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === NAME)?.[1]

/**
 * Refuses requests of other pages, to which browsers attach the cookie as well: `SameSite` stops other sites, and the
 * check of `Origin` stops other hosts of the same site.
 * @throws Problem `page_not_permitted`
 */
export const requireOwnPage = ({ req, config }: Pick<CookieExchange, 'req' | 'config'>): void => {
  if (!isFromOwnPage(req, config)) throw new Problem('page_not_permitted')
}

/** Sets the refresh token as a cookie. @returns the response for the page, without that token */
export const tokensInCookie = ({ req, res, config }: CookieExchange, entered: LoggedIn): z.input<typeof Tokens> => {
  const maxAge = Math.max(0, entered.session.expiresAt - Date.now())
  res.cookie(NAME, entered.refreshToken, { ...cookieOptions(req, config), maxAge })
  const { refresh_token: _, ...item } = tokensItem(entered)
  return item
}

export const clearRefreshCookie = ({ req, res, config }: CookieExchange): void => {
  res.clearCookie(NAME, cookieOptions(req, config))
}

/** Limited to the path of the refresh route. */
const cookieOptions = (req: Request, config: Urls): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure: req.secure,
  path: `${publicPath(config)}/api/v1/auth/refresh`,
})
