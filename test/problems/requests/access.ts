import { connectStore } from '../../../src/store/connection.ts'
import type { Platform } from '../../support/platform.ts'
import {
  ask,
  type Causes,
  changed,
  MESSAGE,
  otherDatabase,
  ownDatabase,
  send,
  sendRaw,
  UNKNOWN,
  withKey,
} from '../world.ts'

const LIST = '/api/v1/chat/conversations'

/** Opens a stream with a new ticket, or with the given text as its ticket. */
const stream = async (platform: Platform, conversation: string, sent?: string) => {
  const made = await send(platform, '/api/v1/chat/stream-tickets', { json: ownDatabase(platform) })
  const ticket = sent ?? made.body.data.ticket
  const noKey = { 'X-API-Key': null, 'X-Tenant-Id': null, 'X-Scope-Id': null }
  const open = () =>
    send(platform, `/api/v1/chat/${conversation}/stream?message=hello&ticket=${ticket}`, { headers: noKey })
  return { open, ticket }
}

/** Credentials and permissions. */
export const ACCESS: Causes = {
  credentials_missing: ({ counting }) => send(counting, LIST, { headers: { 'X-API-Key': null } }),
  credentials_invalid: ({ counting }) => send(counting, LIST, { headers: { 'X-API-Key': 'sk_nobody0000_none' } }),
  bearer_not_supported: ({ counting }) =>
    send(counting, LIST, { headers: { 'X-API-Key': null, Authorization: 'Bearer sk_x' } }),
  header_repeated: ({ counting }) =>
    sendRaw(counting, LIST, [
      'Host',
      'localhost',
      'X-API-Key',
      counting.access.orgKey,
      'X-Scope-Id',
      'a',
      'X-Scope-Id',
      'b',
    ]),
  scope_missing: ({ counting }) => send(counting, LIST, { headers: { 'X-Scope-Id': null } }),
  tenant_missing: ({ counting }) => ask(counting, 'hello', ownDatabase(counting), { headers: { 'X-Tenant-Id': null } }),
  tenant_invalid: ({ counting }) => ask(counting, 'hello', ownDatabase(counting), { headers: { 'X-Tenant-Id': '01' } }),
  async tenant_not_expected({ answering }) {
    return await ask(answering, 'hello', {
      database_id: await otherDatabase(answering, undefined, { requiresOrganizationScoping: false }),
    })
  },
  key_not_permitted: ({ counting }) =>
    send(counting, MESSAGE, {
      json: { conversation_id: crypto.randomUUID(), role: 'user', content: 'hi' },
      headers: { 'X-API-Key': counting.access.databaseKey },
    }),
  async permission_missing({ counting }) {
    return await ask(counting, 'hello', {}, { headers: await withKey(counting, { permissions: ['history'] }) })
  },
  async origin_not_permitted({ counting }) {
    const headers = await withKey(counting, { kind: 'database', origins: ['https://shop.example'] })
    return await ask(counting, 'hello', {}, { headers: { ...headers, Origin: 'https://other.example' } })
  },
  ticket_invalid: async ({ counting }) => (await stream(counting, 'new', `tkt_${'x'.repeat(43)}`)).open(),
  ticket_mismatch: async ({ counting }) => (await stream(counting, UNKNOWN)).open(),
  async ticket_used({ answering }) {
    const { open } = await stream(answering, 'new')
    await open()
    return await open()
  },
  async ticket_expired({ counting }) {
    const { open } = await stream(counting, 'new')
    const store = await connectStore(counting.env.MONGODB_URI ?? '')
    // Long ago, because the expiry is compared with the clock of the store, which a process knows only approximately.
    const past = { $set: { expiresAt: new Date(Date.now() - 3_600_000) } }
    await store.collection('stream_tickets').updateMany({}, past)
    await store.close()
    return await open()
  },
  organization_suspended: ({ counting }) => changed(counting, { status: 'suspended' }, () => send(counting, LIST)),
  organization_inactive: ({ counting }) => changed(counting, { status: 'inactive' }, () => send(counting, LIST)),
  plan_feature_required: ({ counting }) => changed(counting, { plan: 'free' }, () => send(counting, LIST)),
  subscription_required: ({ counting }) => changed(counting, { subscription: 'none' }, () => ask(counting, 'hello')),
  subscription_canceled: ({ counting }) =>
    changed(counting, { subscription: 'canceled' }, () => ask(counting, 'hello')),
  subscription_past_due: ({ counting }) =>
    changed(counting, { subscription: 'past_due' }, () => ask(counting, 'hello')),
}
