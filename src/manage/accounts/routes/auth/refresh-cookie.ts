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

/** What a request came with, and where its answer goes. */
interface Exchanged {
  readonly req: Request
  readonly res: Response
  readonly config: Urls
}

/** The refresh token that a browser has sent in its cookie; undefined where it has sent none. */
export const sentRefreshCookie = (req: Request): string | undefined =>
  req
    .get('Cookie')
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === NAME)?.[1]

/**
 * Browsers attach cookies to the requests of every page. `SameSite` stops requests of other sites, and the check of `Origin`
 * those of other hosts of the same site.
 *
 * @throws Problem `page_not_permitted`
 */
export const requireOwnPage = ({ req, config }: Pick<Exchanged, 'req' | 'config'>): void => {
  if (!isFromOwnPage(req, config)) throw new Problem('page_not_permitted')
}

/** Gives a browser its refresh token in the cookie. @returns the answer for its page, which does not see that token */
export const tokensInCookie = ({ req, res, config }: Exchanged, entered: LoggedIn): z.input<typeof Tokens> => {
  const maxAge = Math.max(0, entered.session.expiresAt - Date.now())
  res.cookie(NAME, entered.refreshToken, { ...cookieOptions(req, config), maxAge })
  const { refresh_token: _, ...item } = tokensItem(entered)
  return item
}

/** Has a browser forget its refresh token. */
export const clearRefreshCookie = ({ req, res, config }: Exchanged): void => {
  res.clearCookie(NAME, cookieOptions(req, config))
}

/** Browsers send it to the refresh route only. */
const cookieOptions = (req: Request, config: Urls): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure: req.secure,
  path: `${publicPath(config)}/api/v1/auth/refresh`,
})
