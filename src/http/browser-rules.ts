import type { RequestHandler } from 'express'
import helmet from 'helmet'

const OTHERS_MAY_READ = { crossOriginResourcePolicy: { policy: 'cross-origin' } } as const

/** Over HTTPS: whatever a page asks for goes by HTTPS too, and so does every visit from now on. */
const overHttps = helmet(OTHERS_MAY_READ)

/**
 * Over plain HTTP nothing may be said that is about HTTPS: a page would ask for its own scripts where nobody answers, and
 * what browsers heed of trustworthy addresses only they complain about elsewhere.
 */
const overHttp = helmet({
  ...OTHERS_MAY_READ,
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
})

/**
 * What browsers are told about every response, by the scheme that its request came by: that of the connection, or what a
 * proxy says (`X-Forwarded-Proto`) that is trusted (`TABLETALK_TRUSTED_PROXIES`).
 */
export const browserRules = (): RequestHandler => (req, res, next) => {
  const rules = req.secure ? overHttps : overHttp
  rules(req, res, next)
}
