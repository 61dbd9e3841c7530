import { change } from '../../cli/operator/crm-file.ts'
import type { Platform, Reply } from '../../support/platform.ts'
import type { Manager } from './manager.ts'

interface Fixture {
  /** Creates a database file with a unique name. */
  crm(): { readonly name: string; readonly file: string; readonly url: string }
  /** Connects such a file with its two tenants. */
  connected(manager: Manager): Promise<{ readonly id: string; readonly file: string }>
  /** Status and fields of a refusal. */
  fieldsOf(reply: Reply): unknown
  own(): Manager
  store(): Platform['app']['store']
}

/** Columns that look secret, by name or by value, are hidden until the owner shows them. */
export const secretColumnCases = ({ crm, connected, fieldsOf, own, store }: Fixture): void => {
  it('hides a new column with a secret-looking name until the owner decides, and records the decision', async () => {
    const { id, file } = await connected(own())
    change(file, "ALTER TABLE orders ADD COLUMN api_secret TEXT DEFAULT 'hush'")
    const verify = (question: string) =>
      own().send('POST', '/patterns', { database_id: id, question, query: 'SELECT api_secret FROM orders' })
    const refused = await verify('Which secrets?')
    expect([refused.status, refused.body.details[0]?.field]).toEqual([422, 'query'])
    const kinds = async () =>
      (await own().get(`/databases/${id}/policy/review`)).body.data.drift.map(({ kind }: { kind: string }) => kind)
    expect(await kinds()).toEqual(['column waits'])
    await own().send('PATCH', `/databases/${id}/policy`, { accept: true })
    expect(await kinds()).toEqual(['column waits'])
    const { body } = await own().send('PATCH', `/databases/${id}/policy`, {
      show: ['orders.api_secret'],
      hide: ['orders.total'],
    })
    expect(body.data.policy.tables.orders).toEqual({ mode: 'tenant', hide: ['total'], show: ['api_secret'] })
    expect(await kinds()).toEqual(['secret shown'])
    expect((await verify('Which secrets?')).status).toBe(201)
    const unknown = await own().send('PATCH', `/databases/${id}/policy`, { hide: ['orders.nope'] })
    expect(fieldsOf(unknown)).toEqual([400, ['hide']])
    const { items } = await store().audit.list(own(), { page: 1, pageSize: 10 })
    const fields = items.find(({ action, subject }) => action === 'policy.changed' && subject === id)?.changes
    expect(fields?.map(({ field }) => field)).toEqual(['hide', 'show'])
  })

  it('hides columns with secret-looking values unless the policy shows them, and stores no such value in the catalog', async () => {
    const { name, file, url } = crm()
    const hash = (end: string) => `$2y$10$${'aB3dE'.repeat(11).slice(0, 52)}${end}`
    const token = (end: string) => `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'.repeat(3)}.${end}`
    change(
      file,
      `ALTER TABLE users ADD COLUMN verifier TEXT;
       ALTER TABLE users ADD COLUMN pass_phrase_of_mail TEXT;
       ALTER TABLE users ADD COLUMN remark TEXT;
       ALTER TABLE users ADD COLUMN badge TEXT;
       INSERT INTO users VALUES (1, 3, 'a', '', '${hash('a')}', '', '${token('a')}', '${hash('e')}'),
         (2, 8, 'b', '', '${hash('b')}', '', '${token('b')}', '${hash('f')}')`,
    )
    const policy = {
      version: 1,
      engine: 'sqlite',
      tenant: { column: 'organization_id', type: 'integer' },
      tables: { users: { mode: 'tenant', show: ['badge'] }, orders: { mode: 'tenant' }, '*': { mode: 'deny' } },
    }
    const { body } = await own().send('POST', '/databases', { name, url, policy })
    expect(body.details).toBeUndefined()
    const { id } = body.data
    const { tables } = (await own().get(`/databases/${id}/policy`)).body.data
    expect(tables.users).toEqual({ mode: 'tenant', hide: ['verifier', 'remark'], show: ['badge'] })
    const ofUsers = body.data.drift.filter(({ table }: { table: string }) => table === 'users')
    expect(ofUsers.map(({ kind, detail }: Record<string, string>) => `${kind}: ${detail}`)).toEqual([
      expect.stringMatching(/^column waits: password_hash /),
      expect.stringMatching(/^column waits: pass_phrase_of_mail /),
      expect.stringMatching(/^secret shown: badge /),
    ])
    const catalog = await store().catalogs.find(own(), id)
    expect(catalog?.columns.map(({ column }) => column)).toEqual(['ordered_on', 'email'])
    expect(JSON.stringify(catalog)).not.toMatch(/\$2y|eyJ/)
  })
}
