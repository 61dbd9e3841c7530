import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { READ_LIMIT } from '../../../platform/mongodb/store-timeouts.ts'
import type { ErasedModel, ErasureProgress } from '../rules/removal.ts'

type Owner = (organizationId: number) => Readonly<Record<string, unknown>>

const byField: Owner = (organizationId) => ({ organizationId })

/** Ids that begin with the organization, as `7/…`: one range, because `0` is what follows `/`. */
const byId: Owner = (organizationId) => ({ _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` } })

/**
 * How the documents of each collection say whose they are, by the name of its model: a new collection is added
 * here and to `ERASURE_ORDER`, or `test/turn/removal.test.ts` fails. The organization itself and its revision go last, by verbs
 * of their own; numbers of organizations stay taken.
 */
const OWNERS: Readonly<Record<ErasedModel, Owner>> = {
  ApiKey: byField,
  Share: byField,
  User: byField,
  PortalSession: byField,
  OAuthGrant: byField,
  OAuthItem: byField,
  MailedToken: byField,
  Webhook: byField,
  WebhookDelivery: byField,
  Logo: byField,
  SsoConfiguration: byField,
  SsoLogin: byField,
  StreamTicket: byField,
  Database: byField,
  Catalog: byField,
  KeptReply: byId,
  Conversation: byField,
  Message: byField,
  Result: byField,
  Claim: byId,
  Session: byField,
  Job: byField,
  Evaluation: byField,
  EvaluationRun: byField,
  ExportFile: byField,
  ExportChunk: byField,
  Pattern: byField,
  PatternProposal: byField,
  GlossaryProposal: byField,
  PatternBook: byId,
  Personality: byField,
  PaymentEvent: byField,
  Audit: byField,
}

/** Documents that go with one command: some milliseconds of the store. */
const TOGETHER = 500

/** Turns are looked for in so many documents at once. */
const TURNS_TOGETHER = 500

export const belongingStore = (connection: Connection) => ({
  /**
   * Erases documents of one kind that the caller's organization has; none of another's.
   *
   * @param max how many at most, so that a call takes a bounded time; it is called again while there are more
   * @param onErased called after each batch with the number of erased documents so far
   */
  async erase(
    { organizationId }: OrganizationRef,
    kind: ErasedModel,
    { max, onErased }: { readonly max: number; onErased?(erased: number): void },
  ): Promise<ErasureProgress> {
    const own = OWNERS[kind](organizationId)
    let erased = 0
    const { collection } = connection.model(kind)
    for (;;) {
      if (erased >= max) return { erased, more: true }
      const found = await collection
        .find(own, { projection: { _id: 1 }, ...READ_LIMIT })
        .limit(TOGETHER)
        .toArray()
      if (found.length === 0) return { erased, more: false }
      const { deletedCount } = await collection.deleteMany({ ...own, _id: { $in: found.map(({ _id }) => _id) } })
      erased += deletedCount
      onErased?.(erased)
    }
  },
  /**
   * The turns of the caller's organization whose events may still be kept, by what is stored of them: claims, and
   * messages since a moment.
   */
  async *turnsSince({ organizationId }: OrganizationRef, since: Date): AsyncGenerator<readonly string[]> {
    const claims = connection.model('Claim').collection
    const messages = connection.model('Message').collection
    const found = claims.find(byId(organizationId), { projection: { turnId: 1 }, ...READ_LIMIT })
    yield* inBatches(found, ({ turnId }) => String(turnId))
    const asked = messages.find(
      { organizationId, timestamp: { $gte: since } },
      { projection: { _id: 1 }, ...READ_LIMIT },
    )
    yield* inBatches(asked, ({ _id }) => String(_id).split('.')[0] ?? '')
  },
})

async function* inBatches<Found>(
  found: AsyncIterable<Found>,
  turnIdOf: (one: Found) => string,
): AsyncGenerator<readonly string[]> {
  let batch = new Set<string>()
  for await (const one of found) {
    batch.add(turnIdOf(one))
    if (batch.size < TURNS_TOGETHER) continue
    yield [...batch]
    batch = new Set()
  }
  if (batch.size > 0) yield [...batch]
}
