import type { RequestHandler } from 'express'
import helmet from 'helmet'

const CROSS_ORIGIN_READS = { crossOriginResourcePolicy: { policy: 'cross-origin' } } as const

/** Over HTTPS, with `upgrade-insecure-requests` and HSTS. */
const overHttps = helmet(CROSS_ORIGIN_READS)

/**
 * Over plain HTTP, headers about HTTPS are left out: a page would load its scripts over HTTPS, where no server responds,
 * and browsers log warnings for headers that they apply to trustworthy origins only.
 */
const overHttp = helmet({
  ...CROSS_ORIGIN_READS,
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
})

/**
 * Security headers for browsers, by the scheme of the request: that of the connection, or `X-Forwarded-Proto` of a
 * trusted proxy (`TABLETALK_TRUSTED_PROXIES`).
 */
export const browserRules = (): RequestHandler => (req, res, next) => {
  const rules = req.secure ? overHttps : overHttp
  rules(req, res, next)
}
