import type { Adapter, AdapterPayload } from 'oidc-provider'

const payloads = new Map<string, AdapterPayload>()

const where = (isMeant: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
  [...payloads.values()].find(isMeant)

/** What a provider has handed out, kept for as long as the process lives: the next provider in it still knows it. */
export const kept = (model: string): Adapter => {
  const key = (id: string): string => `${model}:${id}`
  return {
    async upsert(id, payload) {
      payloads.set(key(id), payload)
    },
    find: async (id) => payloads.get(key(id)),
    findByUserCode: async (userCode) => where((payload) => payload.userCode === userCode),
    findByUid: async (uid) => where((payload) => payload.kind === model && payload.uid === uid),
    async consume(id) {
      const payload = payloads.get(key(id))
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      payloads.delete(key(id))
    },
    async revokeByGrantId(grantId) {
      for (const [id, payload] of payloads) if (payload.grantId === grantId) payloads.delete(id)
    },
  }
}
