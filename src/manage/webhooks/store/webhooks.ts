import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import type { FieldCipher } from '../../../store/sealed.ts'
import {
  type DeliveryFailure,
  type DisabledReason,
  type Subscription,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookStatus,
} from '../rules/webhook.ts'
import type { WebhookEventType } from '../rules/webhook-event.ts'
import {
  PREVIOUS_MAX,
  type PreviousSecret,
  type WebhookDocument,
  webhookOf,
  webhookSchema,
} from './webhook-document.ts'

/** The editable fields of an endpoint. */
interface WebhookFields {
  readonly url: string
  /** Null: all. */
  readonly events: readonly WebhookEventType[] | null
  readonly description: string
}

interface WebhookChange extends Partial<WebhookFields> {
  readonly status?: 'active' | 'paused'
}

/** An endpoint with the decrypted data that requests need. */
interface StoredEndpoint {
  readonly id: string
  readonly url: string
  readonly status: WebhookStatus
  /** Newest first. */
  readonly secrets: readonly string[]
  /** Time of the last recorded success; absent if it has failed since. */
  readonly succeededAt?: Date
}

/** A secret of 256 bits in the format of Standard Webhooks. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Each failed attempt means that a concurrent request has taken a slot, so the number is bounded. */
const ADD_TRIES = 2 * WEBHOOKS_MAX

/** A number that differs for concurrently created ids. */
const hashOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE()

const placeOf = (organizationId: number, n: number): string => `${organizationId}/${n}`

/** What rotations read. */
const SECRETS = { secret: 1, previous: 1 } as const

/** The secrets of before that sign too, the latest first. */
const inGrace = ({ previous = [] }: Pick<WebhookDocument, 'previous'>, now: Date): readonly PreviousSecret[] =>
  previous.filter(({ until }) => until > now)

interface DeliveriesOfWebhook {
  removeOfWebhook(caller: OrganizationRef, webhookId: string): Promise<void>
}

export const webhookStore = (
  connection: Connection,
  { sealText, openText }: FieldCipher,
  deliveries: DeliveriesOfWebhook,
) => {
  const model = connection.model<WebhookDocument>('Webhook', webhookSchema, 'webhooks')
  const one = ({ organizationId }: OrganizationRef, _id: string) => ({ _id, organizationId })
  /** Slots of an organization that are not taken: they bound its number of webhooks. */
  const freeSlots = async ({ organizationId }: OrganizationRef): Promise<readonly string[]> => {
    const there = await model.find({ organizationId }, { place: 1 }).limit(WEBHOOKS_MAX).lean()
    const taken = new Set(there.map(({ place }) => place))
    return Array.from({ length: WEBHOOKS_MAX }, (_, n) => placeOf(organizationId, n)).filter(
      (place) => !taken.has(place),
    )
  }
  return {
    async find(caller: OrganizationRef, id: string): Promise<Webhook | undefined> {
      const found = await model.findOne(one(caller, id)).lean()
      return found === null ? undefined : webhookOf(found, openText)
    },
    /** The endpoints of the caller's organization, oldest first. */
    async list({ organizationId }: OrganizationRef, page: NumberedPage): Promise<ItemPage<Webhook>> {
      const own = { organizationId }
      const sorted = model.find(own).sort({ createdAt: 1, _id: 1 }).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, (found) => webhookOf(found, openText))
    },
    /** The active endpoints of the caller's organization. */
    async subscriptions({ organizationId }: OrganizationRef): Promise<readonly Subscription[]> {
      const found = await model.find({ organizationId }, { events: 1, status: 1 }).limit(WEBHOOKS_MAX).lean()
      return found
        .filter(({ status }) => status === 'active')
        .map(({ _id: id, events }) => ({ id, ...(events === undefined ? {} : { events }) }))
    },
    /**
     * An endpoint of the caller's organization with its decrypted URL and secrets.
     * @throws Problem `configuration_invalid` if it cannot be decrypted with the secrets of this process
     */
    async findEndpoint(caller: OrganizationRef, id: string, now = new Date()): Promise<StoredEndpoint | undefined> {
      const found = await model.findOne(one(caller, id)).lean()
      if (found === null) return undefined
      const { url, status, secret, failingSince, lastSuccessAt } = found
      const secrets = [secret, ...inGrace(found, now).map((one) => one.secret)]
      const succeeded = failingSince === undefined && lastSuccessAt !== undefined ? { succeededAt: lastSuccessAt } : {}
      try {
        return { id, url: openText(url), status, secrets: secrets.map(openText), ...succeeded }
      } catch (cause) {
        throw new Problem('configuration_invalid', { cause })
      }
    },
    /**
     * Creates an endpoint of the caller's organization, unless the limit is reached, also with concurrent requests. If the id
     * exists, an earlier attempt of the same request created it: as its secret was not returned, it gets a new one.
     *
     * @returns the secret, which cannot be retrieved again
     * @throws Problem `store_unavailable` if concurrent requests take every tried slot
     */
    async add(caller: OrganizationRef, fields: WebhookFields, id: string): Promise<string | 'full'> {
      const { organizationId } = caller
      const { events, url, description } = fields
      const secret = newSecret()
      const document = {
        _id: id,
        organizationId,
        url: sealText(url),
        description,
        ...(events === null ? {} : { events: [...events] }),
        status: 'active' as const,
        secret: sealText(secret),
        createdAt: new Date(),
      }
      const renewSecret = async (): Promise<boolean> =>
        (await model.updateOne(one(caller, id), { $set: { secret: document.secret } })).matchedCount === 1
      for (let tries = 0; tries < ADD_TRIES; tries++) {
        const free = await freeSlots(caller)
        // Concurrent requests try different slots.
        const place = free[(hashOf(id) + tries) % free.length]
        if (place !== undefined && (await insertIfAbsent(() => model.create({ ...document, place })))) return secret
        if (await renewSecret()) return secret
        if (place === undefined) return 'full'
      }
      throw new Problem('store_unavailable')
    },
    /**
     * Changes an endpoint of the caller's organization. A change of status resets its failures.
     * @returns false if there is none
     */
    async change(caller: OrganizationRef, id: string, change: WebhookChange): Promise<boolean> {
      const { events, url, ...fields } = change
      const unset = {
        ...(events === null ? { events: 1 as const } : {}),
        ...(change.status === undefined ? {} : { disabledReason: 1 as const }),
        // A new URL has not failed yet.
        ...(change.status === undefined && change.url === undefined ? {} : { failingSince: 1 as const }),
      }
      const { matchedCount } = await model.updateOne(one(caller, id), {
        $set: {
          ...fields,
          ...(url === undefined ? {} : { url: sealText(url) }),
          ...(events == null ? {} : { events: [...events] }),
        },
        ...(Object.keys(unset).length === 0 ? {} : { $unset: unset }),
      })
      return matchedCount === 1
    },
    /** Disables an endpoint until a user reactivates it. @returns false if it is not active */
    async disable(caller: OrganizationRef, id: string, disabledReason: DisabledReason): Promise<boolean> {
      const active = { ...one(caller, id), status: 'active' as const }
      const { matchedCount } = await model.updateOne(active, { $set: { status: 'disabled', disabledReason } })
      return matchedCount === 1
    },
    /**
     * Rotates the secret of an endpoint of the caller's organization.
     * @param graceMs how long the current secret continues to sign. Earlier ones keep their own grace period, at most
     *   `PREVIOUS_MAX` in total; with 0 all previous secrets end
     * @returns the new secret; undefined if there is no such endpoint
     */
    async rotateSecret(caller: OrganizationRef, id: string, graceMs: number): Promise<string | undefined> {
      for (;;) {
        const found = await model.findOne(one(caller, id), SECRETS).lean()
        if (found === null) return undefined
        const secret = newSecret()
        const sealed = sealText(secret)
        const now = new Date()
        const until = new Date(now.getTime() + graceMs)
        const previous = [{ secret: found.secret, until }, ...inGrace(found, now)].slice(0, PREVIOUS_MAX)
        const update =
          graceMs > 0
            ? { $set: { secret: sealed, previous } }
            : { $set: { secret: sealed }, $unset: { previous: 1 as const } }
        // Of two rotations at once the second renews what the first has made.
        const { matchedCount } = await model.updateOne({ ...one(caller, id), secret: found.secret }, update)
        if (matchedCount === 1) return secret
      }
    },
    /**
     * Records the outcome of a delivery to an endpoint.
     * @param outcome.failure absent on success
     * @returns the time since when it has been failing; undefined on success, or if it does not exist
     */
    async recordDelivery(
      caller: OrganizationRef,
      id: string,
      { at, failure }: { readonly at: Date; readonly failure: DeliveryFailure | undefined },
    ): Promise<Date | undefined> {
      if (failure === undefined) {
        await model.updateOne(one(caller, id), { $set: { lastSuccessAt: at }, $unset: { failingSince: 1 } })
        return undefined
      }
      const found = await model
        .findOneAndUpdate(
          one(caller, id),
          { $set: { lastFailureAt: at, lastFailure: failure }, $min: { failingSince: at } },
          { returnDocument: 'after', projection: { failingSince: 1 } },
        )
        .lean()
      return found?.failingSince
    },
    /** Removes an endpoint with its deliveries. @returns false if there is no such endpoint */
    async remove(caller: OrganizationRef, id: string): Promise<boolean> {
      const { deletedCount } = await model.deleteOne(one(caller, id))
      // Also if it did not exist: a process that deleted it may have died before this write.
      await deliveries.removeOfWebhook(caller, id)
      return deletedCount === 1
    },
  }
}
