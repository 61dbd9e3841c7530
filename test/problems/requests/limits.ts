import { DEMO } from '../../../demo/organization.ts'
import { billingPeriod } from '../../../src/access/rules/billing-period.ts'
import type { Caller } from '../../../src/access/rules/caller.ts'
import { UNUSED_TICKETS_MAX } from '../../../src/access/rules/stream-ticket.ts'
import { EXPORTS_RUNNING_MAX } from '../../../src/manage/exports/rules/export-limits.ts'
import { ATTACKS_RUNNING_MAX } from '../../../src/manage/jobs/rules/attack-input.ts'
import { drawingOf, EXAMPLE_VALUES, exampleChart } from '../../charts/example-charts.ts'
import { draftRequest } from '../../planner/model/cases.ts'
import { answeredTurn } from '../../support/answered-turn.ts'
import { testServers } from '../../support/test-servers.ts'
import { waitFor } from '../../support/wait-for.ts'
import { startReceiver } from '../../support/webhook-receiver.ts'
import { ask, type Causes, changed, HANGS, ownDatabase, SPENDS, send, TOO_SLOW_THERE, withKey } from '../world.ts'
import { sleepingDatabase } from './databases.ts'

const LIST = '/api/v1/chat/conversations'

/** Limits and quotas. */
export const LIMITS: Causes = {
  plan_limit_reached: ({ counting }) =>
    changed(counting, { limits: { per_minute: 1 } }, async () => {
      await send(counting, LIST)
      return await send(counting, LIST)
    }),
  monthly_limit_reached: ({ counting }) =>
    changed(counting, { limits: { per_month: 1 } }, async () => {
      await send(counting, LIST)
      return await send(counting, LIST)
    }),
  question_quota_reached: ({ counting }) =>
    changed(counting, { limits: { questions_per_month: 1, per_minute: 5_000 } }, async () => {
      await counting.app.limits.leases.hold(1, 'one that runs', 60_000, billingPeriod(Date.now()).startsOn)
      const reply = await ask(counting, 'hello', ownDatabase(counting))
      await counting.app.limits.leases.release(1, 'one that runs')
      return reply
    }),
  async question_quota_reserved({ counting }) {
    const { leases } = counting.app.limits
    const { startsOn: period } = billingPeriod(Date.now())
    await leases.acquire(1, 'a reserved one', { max: 1_000, forMs: 60_000, questions: { period, max: null } })
    const used = await leases.questions(1, period)
    const again = () => ask(counting, 'hello', ownDatabase(counting))
    const reply = await changed(counting, { limits: { questions_per_month: used ?? 1, per_minute: 5_000 } }, again)
    await leases.cancelReservation(1, 'a reserved one')
    return reply
  },
  turn_tokens_reached: ({ answering }) => ask(answering, SPENDS, ownDatabase(answering)),
  async monthly_tokens_reached({ answering }) {
    const { store } = answering.app
    const { id: organizationId } = await store.organizations.add({ name: 'Thrifty', plan: 'professional' })
    await store.organizations.change({ organizationId }, {}, { tokens_per_month: 1 })
    const database = { ...DEMO.database, organizationId, id: crypto.randomUUID() }
    await store.databases.put(database, `sqlite:${testServers().demoFile}`)
    return await ask(answering, 'hello', {}, { headers: await withKey(answering, {}, organizationId) })
  },
  conversation_limit_reached: ({ counting }) =>
    changed(counting, { plan: 'enterprise', limits: { per_minute: 5_000 } }, async () => {
      const spend = () => send(counting, '/api/v1/chat/new/message', { json: {} })
      await Promise.all(Array.from({ length: 30 }, spend))
      return await spend()
    }),
  async running_limit_reached({ counting }) {
    await counting.app.limits.leases.acquire(1, 'another', { max: 1, forMs: 60_000 })
    const again = () => ask(counting, 'hello', ownDatabase(counting))
    const reply = await changed(counting, { limits: { concurrent: 1, per_minute: 5_000 } }, again)
    await counting.app.limits.leases.release(1, 'another')
    return reply
  },
  async export_limit_reached({ counting }) {
    const { access, app } = counting
    const { organizationId, databaseId } = access
    const caller: Caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' }
    const drafted = 'SELECT count(*) AS n FROM orders'
    const { messageId, conversationId } = await answeredTurn(app.store, { caller, databaseId, drafted })
    const ids = Array.from({ length: EXPORTS_RUNNING_MAX }, () => crypto.randomUUID())
    for (const id of ids) await app.store.jobs.addExportJob(caller, { id, databaseId, conversationId })
    const reply = await changed(counting, { limits: { per_minute: 5_000 } }, () =>
      send(counting, `/api/v1/chat/messages/${messageId}/exports`, { json: { format: 'csv' } }),
    )
    for (const id of ids) await app.store.jobs.remove(caller, id)
    return reply
  },
  async attack_limit_reached({ counting }) {
    const { access, app } = counting
    const ids = Array.from({ length: ATTACKS_RUNNING_MAX }, () => crypto.randomUUID())
    for (const id of ids) await app.store.jobs.addAttackJob(access, { id, databaseId: id })
    const reply = await changed(counting, { limits: { per_minute: 5_000 } }, () =>
      send(counting, `/api/v1/databases/${access.databaseId}/attacks`, { method: 'POST' }),
    )
    for (const id of ids) await app.store.jobs.remove(access, id)
    return reply
  },
  async ticket_limit_reached({ counting }) {
    const headers = { 'X-Scope-Id': 'ticket collector' }
    const make = () => send(counting, '/api/v1/chat/stream-tickets', { json: ownDatabase(counting), headers })
    for (let made = 0; made < UNUSED_TICKETS_MAX; made++) await make()
    return await make()
  },
  async refusal_limit_reached({ counting }) {
    for (;;) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => send(counting, '/api/v1/nowhere')))
      const refused = replies.find(({ status }) => status === 429)
      if (refused !== undefined) return refused
    }
  },
  async busy(world) {
    const { answering } = world
    // Takes the caller's slot for slow queries, and fills its queue with jobs.
    const key = await withKey(answering, { kind: 'database', databaseId: await sleepingDatabase(world) })
    const headers = { ...key, 'X-Scope-Id': 'impatient' }
    const later = { headers: { ...headers, Prefer: 'respond-async' } }
    const taken = await Promise.all(Array.from({ length: 21 }, () => ask(answering, TOO_SLOW_THERE, {}, later)))
    const turns: readonly { readonly conversation_id: string; readonly turn_id: string }[] = taken.map(
      ({ body }) => body.data,
    )
    await waitFor('the queued jobs', async () => {
      const jobs = await Promise.all(
        turns.map(({ turn_id }) => send(answering, `/api/v1/jobs/${turn_id}`, { headers })),
      )
      return jobs.filter(({ body }) => body.data.status === 'queued').length === 20
    })
    const reply = await ask(answering, TOO_SLOW_THERE, {}, { headers })
    const end = (id: string) => send(answering, `/api/v1/chat/${id}`, { method: 'DELETE', headers })
    await Promise.all(turns.map(({ conversation_id }) => end(conversation_id)))
    return reply
  },
  async webhook_tries_busy({ counting }) {
    const receiver = await startReceiver(() => undefined)
    const json = { url: receiver.url }
    return await changed(counting, { plan: 'enterprise', limits: { per_minute: 5_000 } }, async () => {
      const { body } = await send(counting, '/api/v1/webhooks', { method: 'POST', json })
      const tries = Array.from({ length: 12 }, async () => {
        const reply = await send(counting, `/api/v1/webhooks/${body.data.id}/test`, { method: 'POST' })
        if (reply.status !== 429) throw new Error(`it was tried: ${reply.text}`)
        return reply
      })
      const refused = await Promise.any(tries)
      await receiver.close()
      await Promise.allSettled(tries)
      return refused
    })
  },
  async chart_unavailable({ answering, after }) {
    const { charts } = answering.app
    const { organizationId, databaseId } = answering.access
    const caller: Caller = { organizationId, kind: 'organization', userId: 1, tenantId: '4', scopeId: 'tester' }
    const chart = exampleChart('bar', EXAMPLE_VALUES.bar)
    const metadata = JSON.parse(JSON.stringify({ chart }))
    const { messageId } = await answeredTurn(answering.app.store, { caller, databaseId, metadata })
    // Two callers fill the queue of their tenant.
    const drawings = Array.from({ length: 44 }, (_, at) => {
      const owner = { organizationId, tenantId: '4', scopeId: String(at % 2) }
      return charts.draw({ drawing: drawingOf(chart, { width: 300 + at }), format: 'svg' }, owner)
    })
    const all = Promise.allSettled(drawings)
    after(() => all)
    return await send(answering, `/api/v1/chat/messages/${messageId}/chart`, {
      headers: { 'X-Tenant-Id': '4', 'X-Scope-Id': 'tester' },
    })
  },
  async tenant_busy({ answering, after }) {
    // Two callers take all slots of their tenant and fill its queue.
    const busy = new AbortController()
    const { organizationId } = answering.access
    const calls = Array.from({ length: 400 }, (_, index) => {
      const owner = { organizationId, tenantId: '3', scopeId: String(index % 2) }
      return answering.app.planner.draft(draftRequest({ question: HANGS, signal: busy.signal, owner }))
    })
    const all = Promise.allSettled(calls)
    after(async () => {
      busy.abort()
      await all
    })
    return await ask(answering, HANGS, ownDatabase(answering), {
      headers: { 'X-Tenant-Id': '3', 'X-Scope-Id': 'busy' },
    })
  },
}
