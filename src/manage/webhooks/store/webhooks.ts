import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { Listed, NumberedPage } from '../../../platform/values/page.ts'
import { isWrittenFirst } from '../../../store/duplicate-key.ts'
import { listed } from '../../../store/listed.ts'
import type { Sealed } from '../../../store/sealed.ts'
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

/** What those who manage an endpoint say of it. */
export interface WebhookFields {
  readonly url: string
  /** Null: all. */
  readonly events: readonly WebhookEventType[] | null
  readonly description: string
}

export interface WebhookChange extends Partial<WebhookFields> {
  readonly status?: 'active' | 'paused'
}

/** What is needed to send something to an endpoint. */
export interface StoredEndpoint {
  readonly id: string
  readonly url: string
  readonly status: WebhookStatus
  /** The newest first. */
  readonly secrets: readonly string[]
  /** When it was last noted that it took something; absent where it has failed since. */
  readonly succeededAt?: Date
}

/** As Standard Webhooks writes them, of 256 bits. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Each of them is one place fewer that others may be quicker to take. */
const ADD_TRIES = 2 * WEBHOOKS_MAX

/** A number that ids of one moment do not share. */
const spread = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE()

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
  { sealText, openText }: Sealed,
  deliveries: DeliveriesOfWebhook,
) => {
  const model = connection.model<WebhookDocument>('Webhook', webhookSchema, 'webhooks')
  const one = ({ organizationId }: OrganizationRef, _id: string) => ({ _id, organizationId })
  /** The places that nobody has. */
  const freePlaces = async ({ organizationId }: OrganizationRef): Promise<readonly string[]> => {
    const there = await model.find({ organizationId }, { place: 1 }).limit(WEBHOOKS_MAX).lean()
    const taken = new Set(there.map(({ place }) => place))
    return Array.from({ length: WEBHOOKS_MAX }, (_, n) => placeOf(organizationId, n)).filter(
      (place) => !taken.has(place),
    )
  }
  return {
    /** An endpoint of the caller's organization. */
    async find(caller: OrganizationRef, id: string): Promise<Webhook | undefined> {
      const found = await model.findOne(one(caller, id)).lean()
      return found === null ? undefined : webhookOf(found, openText)
    },
    /** The endpoints of the caller's organization, oldest first. */
    async list({ organizationId }: OrganizationRef, page: NumberedPage): Promise<Listed<Webhook>> {
      const own = { organizationId }
      const sorted = model.find(own).sort({ createdAt: 1, _id: 1 }).lean()
      return await listed(page, { total: model.countDocuments(own), sorted }, (found) => webhookOf(found, openText))
    },
    /** The endpoints of the caller's organization that are told something. */
    async subscriptions({ organizationId }: OrganizationRef): Promise<readonly Subscription[]> {
      const found = await model.find({ organizationId }, { events: 1, status: 1 }).limit(WEBHOOKS_MAX).lean()
      return found
        .filter(({ status }) => status === 'active')
        .map(({ _id: id, events }) => ({ id, ...(events === undefined ? {} : { events }) }))
    },
    /**
     * Where an endpoint of the caller's organization is, and what signs what it is sent.
     * @throws Problem `configuration_invalid` when it was sealed with another secret than this process has
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
     * Makes an endpoint of the caller's organization, unless it has as many as it may: of several at once exactly as many are
     * made as there are places. One that is there under its id was made by the same request before, of whose secret nobody
     * has heard: it gets another.
     *
     * @returns its secret, which cannot be read again
     * @throws Problem `store_unavailable` where others were quicker again and again
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
      const isRenewed = async (): Promise<boolean> =>
        (await model.updateOne(one(caller, id), { $set: { secret: document.secret } })).matchedCount === 1
      for (let tries = 0; tries < ADD_TRIES; tries++) {
        const free = await freePlaces(caller)
        // Of many at once each tries another place.
        const place = free[(spread(id) + tries) % free.length]
        if (place !== undefined && (await isWrittenFirst(() => model.create({ ...document, place })))) return secret
        if (await isRenewed()) return secret
        if (place === undefined) return 'full'
      }
      throw new Problem('store_unavailable')
    },
    /**
     * Changes an endpoint of the caller's organization. One that is active again is no more one that fails.
     * @returns false when there is none
     */
    async change(caller: OrganizationRef, id: string, change: WebhookChange): Promise<boolean> {
      const { events, url, ...said } = change
      const unset = {
        ...(events === null ? { events: 1 as const } : {}),
        ...(change.status === undefined ? {} : { disabledReason: 1 as const }),
        // Another address has not failed yet.
        ...(change.status === undefined && change.url === undefined ? {} : { failingSince: 1 as const }),
      }
      const { matchedCount } = await model.updateOne(one(caller, id), {
        $set: {
          ...said,
          ...(url === undefined ? {} : { url: sealText(url) }),
          ...(events == null ? {} : { events: [...events] }),
        },
        ...(Object.keys(unset).length === 0 ? {} : { $unset: unset }),
      })
      return matchedCount === 1
    },
    /** Ends what an endpoint is told, until somebody says that it is active again. @returns false when it is not active */
    async disable(caller: OrganizationRef, id: string, disabledReason: DisabledReason): Promise<boolean> {
      const active = { ...one(caller, id), status: 'active' as const }
      const { matchedCount } = await model.updateOne(active, { $set: { status: 'disabled', disabledReason } })
      return matchedCount === 1
    },
    /**
     * Gives an endpoint of the caller's organization another secret.
     * @param graceMs how long the one before signs too. Those before that go on in their own grace, `PREVIOUS_MAX` in all and the
     * latest of them; with 0 they all end
     * @returns undefined when there is no such endpoint
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
     * Writes down how a delivery to an endpoint went.
     * @param outcome.failure absent where it was taken
     * @returns since when it has taken nothing; undefined where it takes what it is sent, or is gone
     */
    async noteDelivery(
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
    /** Removes an endpoint with its deliveries. @returns false when there is no such endpoint */
    async remove(caller: OrganizationRef, id: string): Promise<boolean> {
      const { deletedCount } = await model.deleteOne(one(caller, id))
      // Also where it is gone: who has removed it may have died here.
      await deliveries.removeOfWebhook(caller, id)
      return deletedCount === 1
    },
  }
}
