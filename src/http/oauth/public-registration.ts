import { IncomingMessage } from 'node:http'
import express, { type Request, type RequestHandler } from 'express'
import { Problem } from '../../platform/problems/problem.ts'

/** Longer registrations are refused; those of known clients have less than 2 KiB. */
const REGISTRATION_BYTES_MAX = 16 * 1024

/** Reads the body of a registration. */
export const registrationBody: RequestHandler = express.raw({ limit: REGISTRATION_BYTES_MAX, type: 'application/json' })

/** For clients that do not say so, `oidc-provider` would make a secret. Native apps may redirect to this machine and to other apps. */
const PUBLIC_CLIENT = { token_endpoint_auth_method: 'none' }
const NATIVE = { application_type: 'native' }

/**
 * The registration of a public client, without redirects to other machines over plain HTTP.
 * @throws Problem `body_malformed`
 */
export const publicRegistration = (req: Request): IncomingMessage => {
  const body = Buffer.from(JSON.stringify({ ...PUBLIC_CLIENT, ...clientIn(req), ...NATIVE }))
  const sent = new IncomingMessage(req.socket)
  sent.method = req.method
  sent.url = req.url
  sent.headers = { ...req.headers, 'content-type': 'application/json', 'content-length': String(body.length) }
  delete sent.headers['transfer-encoding']
  delete sent.headers['content-encoding']
  // Otherwise the end of reading would close the connection, on which the response is still to be sent.
  sent.complete = true
  sent.push(body)
  sent.push(null)
  return sent
}

const clientIn = ({ body }: Request): object => {
  try {
    const client: unknown = JSON.parse(String(body))
    if (typeof client === 'object' && client !== null && !Array.isArray(client)) return client
  } catch {
    // Refused below.
  }
  throw new Problem('body_malformed', { message: 'The body is not a JSON object with the metadata of a client.' })
}
