import type { Payload, PayloadCodec } from '@temporalio/common'
import proto from '@temporalio/proto'

/** Authenticated encryption of bytes. */
export interface PayloadCipher {
  seal(plain: Uint8Array): Uint8Array
  open(sealed: Uint8Array): Uint8Array
}

const ENCODING = 'encoding'
const SEALED = 'binary/encrypted'

/**
 * Encrypts payloads, so that questions, drafts and answers are unreadable in workflow history. Summaries and current
 * details pass in the clear: they are written for operators (see `TABLETALK_REDACT`), and everything else that
 * travels is a JSON object.
 */
export const payloadCodec = (cipher: PayloadCipher): PayloadCodec => ({
  async encode(payloads) {
    return payloads.map((payload) => (isForOperators(payload) ? payload : seal(payload, cipher)))
  },
  async decode(payloads) {
    return payloads.map((payload) => (encodingOf(payload) === SEALED ? open(payload, cipher) : payload))
  },
})

/** A payload in JSON form, as sent by the Temporal UI: bytes are base64. */
export interface JsonPayload {
  readonly metadata?: Readonly<Record<string, string>> | undefined
  readonly data?: string | undefined
}

/** Decodes payloads in JSON form. Payloads that were not sealed with our key are returned unchanged. */
export const decodeJsonPayloads = (codec: PayloadCodec, payloads: readonly JsonPayload[]): Promise<unknown> =>
  Promise.all(payloads.map((payload) => decodeJsonPayload(codec, payload)))

const decodeJsonPayload = async (codec: PayloadCodec, json: JsonPayload): Promise<unknown> => {
  const { Payload } = proto.temporal.api.common.v1
  const metadata = Object.entries(json.metadata ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64')])
  const payload = Payload.create({
    metadata: Object.fromEntries(metadata),
    data: Buffer.from(json.data ?? '', 'base64'),
  })
  try {
    const [decoded] = await codec.decode([payload])
    return decoded === undefined || decoded === payload ? json : Payload.create(decoded).toJSON()
  } catch {
    return json
  }
}

const seal = (payload: Payload, cipher: PayloadCipher): Payload => ({
  metadata: { [ENCODING]: Buffer.from(SEALED) },
  data: cipher.seal(proto.temporal.api.common.v1.Payload.encode(payload).finish()),
})

const open = (payload: Payload, cipher: PayloadCipher): Payload =>
  proto.temporal.api.common.v1.Payload.decode(cipher.open(payload.data ?? new Uint8Array()))

const encodingOf = (payload: Payload): string => Buffer.from(payload.metadata?.[ENCODING] ?? []).toString()

/** Summaries are bare JSON strings; current details reach the UI inside the answer to the SDK's metadata query. */
const isForOperators = (payload: Payload): boolean => {
  if (encodingOf(payload) !== 'json/plain') return false
  const text = Buffer.from(payload.data ?? []).toString()
  return text.startsWith('"') || text.startsWith('{"definition":{"type":')
}
