import { UNUSED_TICKETS_MAX } from '../../../src/domain/access/stream-ticket.ts'
import { draftRequest } from '../../planner/model/cases.ts'
import { ask, type Causes, changed, HANGS, ownDatabase, send } from '../world.ts'

const LIST = '/api/v1/chat/conversations'

/** What is too much. */
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
  async tenant_busy({ answering, after }) {
    // All places that a tenant may have, and all that may wait for one.
    const busy = new AbortController()
    const { organizationId } = answering.access
    const request = draftRequest({ question: HANGS, signal: busy.signal })
    const calls = Array.from({ length: 200 }, () =>
      answering.app.planner.draft({ organizationId, tenantId: '3' }, request),
    )
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
