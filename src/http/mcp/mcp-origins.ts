import { isIP } from 'node:net'
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import type { RequestHandler } from 'express'
import type { Config } from '../../config.ts'
import { Problem } from '../../platform/problems/problem.ts'

const FOREIGN_HOST =
  'This Host is not one of this service. If it is, set TABLETALK_PUBLIC_URL to its address, and restart the service.'

const FOREIGN_ORIGIN = 'Pages of this origin may not use MCP here.'

/**
 * Refuses requests for a foreign host, and those of pages of a foreign origin: a page could reach a service of this machine or
 * network under a name of its own (DNS rebinding). Addresses are no names, and pages of this machine are trusted.
 *
 * @throws Problem `origin_not_permitted`
 */
export const requireKnownOrigin = ({
  publicUrl,
  portalUrl,
}: Pick<Config, 'publicUrl' | 'portalUrl'>): RequestHandler => {
  const own = [publicUrl, portalUrl].flatMap((url) => (url === undefined ? [] : new URL(url).hostname))
  const hosts = [...localhostAllowedHostnames(), ...own]
  const origins = [...localhostAllowedOrigins(), ...own]
  return (req, _res, next) => {
    const isAddress = isIP(req.hostname.replace(/^\[|\]$/g, '')) !== 0
    if (!isAddress && !validateHostHeader(req.get('Host'), hosts).ok)
      throw new Problem('origin_not_permitted', { message: FOREIGN_HOST })
    if (!validateOriginHeader(req.get('Origin'), origins).ok)
      throw new Problem('origin_not_permitted', { message: FOREIGN_ORIGIN })
    next()
  }
}
