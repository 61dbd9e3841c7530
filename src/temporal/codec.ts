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

/**
 * Decodes payloads in their JSON form, as the Temporal UI sends them to a codec endpoint.
 * @throws when they are not payloads, or not sealed with this key
 */
export const decodeJsonPayloads = async (codec: PayloadCodec, payloads: unknown): Promise<unknown> => {
  const { Payloads } = proto.temporal.api.common.v1
  const decoded = await codec.decode(Payloads.fromObject({ payloads }).payloads)
  return Payloads.create({ payloads: decoded }).toJSON().payloads
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
