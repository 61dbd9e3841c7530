import { z } from 'zod'
import type { SealedPayload } from './sealed-payload.ts'

const Settings = z.object({ Codec: z.object({ Endpoint: z.string() }) })
const Decoded = z.object({ payloads: z.array(z.object({ data: z.string() })) })

/** The codec endpoint of a Temporal UI; empty without one. */
export const codecEndpointOf = async (ui: string): Promise<string> =>
  Settings.parse(await (await fetch(`${ui}/api/v1/settings`)).json()).Codec.Endpoint

/** Has a payload decoded as the Temporal UI does. @returns its text; undefined where the endpoint refuses */
export const decodeAsUi = async (endpoint: string, ui: string, payload: SealedPayload): Promise<string | undefined> => {
  const response = await fetch(`${endpoint}/decode`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Namespace': 'default', Origin: ui },
    body: JSON.stringify({ payloads: [payload] }),
  })
  if (!response.ok) return undefined
  const [decoded] = Decoded.parse(await response.json()).payloads
  return Buffer.from(decoded?.data ?? '', 'base64').toString()
}
