import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { jest } from '@jest/globals'
import { type OperatorBench, operatorBench } from './command.ts'
import { change, crmFile } from './crm-file.ts'
import { secretColumnCommands } from './secret-column-commands.ts'

/** The machine may be busy. */
jest.setTimeout(240_000)

let bench: OperatorBench
let file: string
beforeAll(async () => {
  bench = await operatorBench({ worker: true })
  file = crmFile(bench.folder)
})
afterAll(() => bench.close())

const run = (...words: string[]) => bench.run(words)

/** Adds a database under a unique name. @returns what `--json` printed */
let added = 0
const add = async (...options: string[]) => {
  const words = ['database', 'add', '--org', '1', '--name', `crm ${++added}`, '--url', `sqlite:${file}`, '--json']
  const { code, json, err } = await run(...words, ...options)
  if (code !== 0) throw new Error(err)
  return json
}

const ask = async (key: string, message: string, tenant: string | null) => {
  const { body } = await bench.platform.request('/api/v1/chat/message', {
    json: { message },
    headers: { 'X-API-Key': key, 'X-Tenant-Id': tenant },
  })
  return body
}

const modesOf = (policy: { tables: Record<string, { mode: string }> }) =>
  Object.entries(policy.tables).map(([table, { mode }]) => `${table} ${mode}`)

describe('tabletalk database add', () => {
  it('shows what each tenant will see and why, and prints a curl command that returns each tenant its own rows', async () => {
    const { code, out, err } = await run('database', 'add', '--name', 'shop', '--url', 'sqlite:./crm.db', '--scoped')
    expect(code).toBe(0)
    expect(out).toMatch(/orders +│ rows whose organization_id is the tenant +│ open +│ has organization_id/)
    expect(out).toMatch(/order_items +│ rows whose order_id is a visible orders.id +│ to confirm/)
    expect(out).toMatch(/countries +│ nothing +│ closed/)
    expect(err).toContain('2 of 5 tables need confirmation')
    expect(err).toMatch(/To draft a glossary .*: npx tabletalk database glossary [\w-]{36} --draft/)
    expect(out).not.toContain('\u001b')
    const curl = out.match(/^ {2}curl .*\\\n.*$/m)?.[0] ?? ''
    expect(await bench.shell(curl)).toMatchObject({
      data: { message: 'There are 6 orders.', results: [{ 'number of orders': 6 }] },
    })
    const [, other = ''] = out.match(/As another tenant: (-H '.*')/) ?? []
    const elsewhere = curl.replace(/-H 'X-Tenant-Id: 3'/, other)
    expect(await bench.shell(elsewhere)).toMatchObject({ data: { results: [{ 'number of orders': 16 }] } })
  })

  it('opens only tables with the tenant column until other tables are accepted', async () => {
    const { database_id: id, key, open, to_confirm: unconfirmed } = await add('--scoped')
    expect(open).toEqual(['orders', 'users'])
    expect(unconfirmed.map(({ table }: { table: string }) => table)).toEqual(['order_items', 'organizations'])
    const before = await ask(key, 'How many order items are there?', '3')
    expect(before.data?.results ?? []).toEqual([])
    const { json } = await run('database', 'policy', id, '--accept', 'order_items', '--share', 'countries', '--json')
    const { items: log } = await bench.platform.app.store.audit.list({ organizationId: 1 }, { page: 1, pageSize: 2 })
    expect(log).toMatchObject([
      { actor: { kind: 'command' }, action: 'policy.changed', subject: id },
      { actor: { kind: 'command' }, action: 'database.created', subject: id },
    ])
    expect(JSON.stringify(log)).not.toContain(file)
    expect(modesOf(json.policy)).toEqual([
      ...['countries shared', 'order_items via', 'orders tenant', 'organizations deny', 'users tenant', '* deny'],
    ])
    const after = await ask(key, 'How many order items are there?', '3')
    expect(after.data.results).toEqual([{ 'number of order items': 6 }])
  })

  it('opens all proposed tables with --accept', async () => {
    const { open, to_confirm: unconfirmed } = await add('--scoped', '--tenant-column', 'organization_id', '--accept')
    expect({ open, unconfirmed }).toEqual({
      open: ['order_items', 'orders', 'organizations', 'users'],
      unconfirmed: [],
    })
  })

  it('accepts the proposed policy, including its tenant column, without a prompt for --yes', async () => {
    const words = ['database', 'add', '--org', '1', '--name', 'taken', '--url', `sqlite:${file}`, '--yes']
    const { code, out } = await run(...words)
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/rows whose organization_id is the tenant[\s\S]*4 of 5 tables are open/),
    ])
  })

  it('opens all tables without --scoped, hides columns that look secret, and reports a likely tenant column', async () => {
    const words = ['database', 'add', '--org', '1', '--name', 'own', '--url', `sqlite:${file}`, '--json']
    const { json, err } = await run(...words)
    expect(err).toContain('Rows have a column organization_id')
    expect(json).toMatchObject({ scoped: false, tenant: null, to_confirm: [] })
    expect((await ask(json.key, 'How many orders are there?', null)).data.results).toEqual([{ 'number of orders': 22 }])
    expect(await ask(json.key, 'How many orders are there?', '3')).toMatchObject({ status_code: 403 })
    const { json: shown } = await run('database', 'policy', json.database_id, '--json')
    expect(shown.policy.tables.users).toEqual({ mode: 'shared', hide: ['password_hash'] })
  })

  it('stores the policy of a file unchanged, and refuses an invalid one with the path of the error', async () => {
    const policy = {
      version: 1,
      engine: 'sqlite',
      tenant: { column: 'organization_id', type: 'integer' },
      tables: { orders: { mode: 'tenant' }, '*': { mode: 'deny' } },
    }
    const given = path.join(bench.folder, 'given.json')
    await writeFile(given, JSON.stringify(policy))
    const { database_id: id, scoped } = await add('--policy', given)
    expect(scoped).toBe(true)
    expect((await run('database', 'policy', id, '--json')).json.policy).toEqual(policy)
    await writeFile(given, JSON.stringify({ ...policy, tables: { users: { mode: 'tenant', hiden: ['email'] } } }))
    const refused = await run('database', 'policy', id, '--apply', given)
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('tables.users.hiden: is unknown'),
    })
    expect((await run('database', 'policy', id, '--json')).json.policy).toEqual(policy)
  })

  it('compares tenants as strings if the tenant column holds strings', async () => {
    const texts = crmFile(bench.folder, 'texts.db')
    change(
      texts,
      "CREATE TABLE notes (id INTEGER PRIMARY KEY, org_uuid TEXT NOT NULL); INSERT INTO notes VALUES (1, 'a-1')",
    )
    const words = [
      '--org',
      '1',
      '--name',
      'texts',
      '--url',
      `sqlite:${texts}`,
      '--scoped',
      '--tenant-column',
      'org_uuid',
    ]
    const { json } = await run('database', 'add', ...words, '--json')
    expect(json.tenant).toEqual({ column: 'org_uuid', type: 'string' })
    expect((await ask(json.key, 'How many notes are there?', 'a-1')).data.results).toEqual([{ 'number of notes': 1 }])
  })

  it('reads the address from standard input or the environment, and never prints it', async () => {
    const words = ['database', 'add', '--org', '1', '--scoped', '--json', '--name']
    const url = `sqlite:${crmFile(bench.folder, 'p4ssw0rd.db')}`
    const typed = await bench.run([...words, 'typed', '--url', '-'], { input: `${url}\n` })
    const set = await bench.run([...words, 'set'], { env: { TABLETALK_DATABASE_URL: url } })
    expect([typed.code, set.code]).toEqual([0, 0])
    const shown = await Promise.all([
      run('database', 'list'),
      run('database', 'policy', 'set'),
      run('database', 'test', 'set'),
    ])
    for (const { out, err } of [typed, set, ...shown]) expect(`${out}${err}`).not.toContain('p4ssw0rd')
  })

  it.each([
    ['an address with an unknown scheme', ['--url', 'oracle://u:s3cret@h/x'], /starts with one of: .*sqlite:/],
    ['a missing address', [], /TABLETALK_DATABASE_URL/],
    ['a missing database file', ['--url', 'sqlite:./no.db'], /^There is no .*no\.db\. \(CONNECTION_FAILED\)$/],
    [
      'a column that no table has',
      ['--url', 'sqlite:./crm.db', '--scoped', '--tenant-column', 'org'],
      /no.*column org\..*organization_id/i,
    ],
    ['an unknown organization', ['--org', '4711', '--url', 'sqlite:./crm.db'], /no organization 4711/],
    ['a name that is in use', ['--url', 'sqlite:./crm.db', '--name', 'shops'], /a database named shops already exists/],
    ['a missing policy file', ['--url', 'sqlite:./crm.db', '--policy', 'no.json'], /^There is no no\.json/],
  ])('refuses %s with a message that says what to do, and prints no credentials', async (_, options, expected) => {
    const { code, out, err } = await run('database', 'add', '--name', 'x', ...options, '--json')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.trim()).toMatch(expected)
    expect(err).not.toContain('s3cret')
  })
})

describe('tabletalk database', () => {
  it('tests the connection to a database', async () => {
    const { database_id: id } = await add()
    expect((await run('database', 'test', id, '--json')).json).toMatchObject({ ok: true, tables: 5, engine: 'sqlite' })
  })

  it('reports CONNECTION_FAILED when it tests a database that is gone', async () => {
    const gone = crmFile(bench.folder, 'gone.db')
    await run('database', 'add', '--org', '1', '--name', 'gone', '--url', `sqlite:${gone}`)
    await writeFile(gone, '')
    expect(await run('database', 'test', 'gone', '--json')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('(CONNECTION_FAILED)'),
    })
  })

  it('opens a new table with the tenant column at indexing, closes all other new tables, and reports drift', async () => {
    const driftFile = crmFile(bench.folder, 'drift.db')
    await run('database', 'add', '--org', '1', '--name', 'drift', '--url', `sqlite:${driftFile}`, '--scoped')
    change(
      driftFile,
      `CREATE TABLE invoices (id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL);
       CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT);
       ALTER TABLE users RENAME COLUMN password_hash TO pass_word`,
    )
    const { json: before } = await run('database', 'policy', 'drift', '--json')
    expect(before.drift.map(({ table, kind }: Record<string, string>) => `${table}: ${kind}`)).toEqual([
      ...['invoices: new table', 'notes: new table', 'users: column gone', 'users: column waits'],
    ])
    const { json: indexed, code } = await run('database', 'index', 'drift', '--json')
    expect(code).toBe(0)
    expect(indexed.policy.tables).toMatchObject({ invoices: { mode: 'tenant' }, notes: { mode: 'deny' } })
    expect(indexed.drift.map(({ kind }: Record<string, string>) => kind)).toEqual(['column gone', 'column waits'])
  })

  secretColumnCommands(() => bench)

  it('reports the index that the tenant filter needs on a large table, and does not create it', async () => {
    const large = crmFile(bench.folder, 'large.db')
    const numbers = 'WITH RECURSIVE n(x) AS (SELECT 1000 UNION ALL SELECT x + 1 FROM n WHERE x < 12000)'
    change(large, `${numbers} INSERT INTO orders SELECT x, 3, '2026-10-01', 1 FROM n`)
    const statement = 'CREATE INDEX orders_organization_id ON orders (organization_id)'
    const words = ['--org', '1', '--name', 'large', '--url', `sqlite:${large}`, '--scoped']
    expect((await run('database', 'add', ...words)).err).toContain(statement)
    const { json } = await run('database', 'index', 'large', '--json')
    expect(json.missing_indexes).toEqual([
      expect.objectContaining({ table: 'orders', column: 'organization_id', statement }),
    ])
    change(large, statement)
    expect((await run('database', 'index', 'large', '--json')).json.missing_indexes).toEqual([])
  })

  it('exports a policy that it can apply again, together with the schema', async () => {
    const { database_id: id } = await add('--scoped', '--accept')
    const { json } = await run('database', 'policy', id, '--export', 'out.policy.json', '--json')
    expect(json).toMatchObject({ policy_file: 'out.policy.json', schema_file: 'out.schema.json' })
    const exported = JSON.parse(await readFile(path.join(bench.folder, 'out.policy.json'), 'utf8'))
    expect(exported.tables.order_items).toEqual({ mode: 'via', fk: 'order_id', ref: 'orders.id' })
    const schema = JSON.parse(await readFile(path.join(bench.folder, 'out.schema.json'), 'utf8'))
    expect(schema.tables.map(({ name }: { name: string }) => name)).toContain('orders')
    const denied = await run('database', 'policy', id, '--deny', 'orders', '--json')
    expect(denied.json.policy.tables.orders).toEqual({ mode: 'deny' })
    const applied = await run('database', 'policy', id, '--apply', 'out.policy.json', '--json')
    expect(applied.json.policy).toEqual(exported)
  })

  it('refuses a policy without a tenant column for a scoped database', async () => {
    const { database_id: id } = await add('--scoped')
    const open = { version: 1, engine: 'sqlite', tables: { orders: { mode: 'shared' } } }
    await writeFile(path.join(bench.folder, 'open.json'), JSON.stringify(open))
    const { code, err } = await run('database', 'policy', id, '--apply', 'open.json')
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('names no tenant column') })
  })

  it('lists the connected databases with their engine and tenant column', async () => {
    const { json } = await run('database', 'list', '--org', '1', '--json')
    const shops = json.databases.find(({ name }: { name: string }) => name === 'shops')
    expect(shops).toMatchObject({ engine: 'sqlite', scoped: true, tenant_column: 'shop_id', organization_id: 1 })
    expect(shops.async_query_timeout).toBeNull()
  })

  it('lists the timeout of asynchronous queries and the row setting for models, and refuses invalid values', async () => {
    const { database_id: id } = await add('--async-query-timeout', '1800', '--rows', 'none')
    const { json } = await run('database', 'list', '--json')
    const listed = json.databases.find(({ database_id }: { database_id: string }) => database_id === id)
    expect([listed.async_query_timeout, listed.rows]).toEqual([1_800, 'none'])
    const { code, err } = await run('database', 'add', '--name', 'x', '--rows', 'few')
    expect([code, err]).toEqual([1, expect.stringContaining('none')])
    for (const wrong of ['0', '3601', '10m']) {
      const { code, err } = await run('database', 'add', '--name', 'x', '--async-query-timeout', wrong)
      expect([code, err]).toEqual([1, expect.stringContaining('seconds from 1 to 3600')])
    }
  })

  it.each([
    ['an unknown table', ['--accept', 'nothing'], /no table nothing/],
    ['a table that needs no confirmation', ['--accept', 'countries'], /does not need confirmation.*order_items/],
  ])('refuses to accept %s', async (_, options, expected) => {
    const { database_id: id } = await add('--scoped')
    const { code, err } = await run('database', 'policy', id, ...options)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(expected) })
  })

  it.each(['add', 'test', 'index', 'policy'])('prints help with examples for %s', async (name) => {
    const { code, out } = await run('database', name, '--help')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/Examples:[\s\S]*tabletalk database/) })
  })
})

describe('chat commands for a connected database', () => {
  it('ask it by name, and read its history and results again as JSON and as a CSV file', async () => {
    const { database_id: id } = await add('--scoped')
    const { json: renamed } = await run('database', 'rename', id, 'Café orders', '--json')
    const scopeOptions = ['--tenant', '8', '--scope', 'Zoë']
    const asked = await run('ask', '--database', renamed.name, ...scopeOptions, '--json', 'How many orders are there?')
    expect(asked.json).toMatchObject({ results: [{ number_of_orders: 16 }] })
    const { turn_id: turn, conversation_id: conversation } = asked.json

    const { json: all } = await run('history', ...scopeOptions, '--json')
    expect(all.conversations).toEqual([expect.objectContaining({ id: conversation, messageCount: 2 })])
    const { json: history } = await run('history', conversation, ...scopeOptions, '--json')
    expect(history.messages.map((message: { id: string }) => message.id)).toEqual([`${turn}.assistant`, `${turn}.user`])
    expect((await run('history', conversation, '--tenant', '3', '--scope', 'Zoë', '--json')).code).toBe(1)

    for (const id of [turn, conversation]) {
      expect((await run('results', id, ...scopeOptions, '--json')).json).toMatchObject({
        rows: [{ number_of_orders: 16 }],
      })
      const { json: saved } = await run('results', id, ...scopeOptions, '--csv', 'found.csv', '--json')
      expect(saved).toEqual({ file: 'found.csv', bytes: 22, truncated: false, rows: 1, left_out: 0, shortened: 0 })
      expect(await readFile(path.join(bench.folder, 'found.csv'), 'utf8')).toBe('number_of_orders\r\n16\r\n')
    }
    expect((await run('cancel', turn, ...scopeOptions, '--json')).json).toMatchObject({ cancelled: false })
    expect((await run('cancel', conversation, ...scopeOptions, '--json')).json).toEqual({ cancelled: false, turns: [] })

    const nameless = await run('ask', '--database', 'nothing', ...scopeOptions, '--json', 'How many orders are there?')
    expect(nameless).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Café orders') })
  })
})

describe('tabletalk database rename', () => {
  it('renames a database, finds it by its new name, and keeps its key valid', async () => {
    const { database_id: id, key } = await add()
    const { json } = await run('database', 'rename', id, 'Renamed one', '--json')
    expect(json).toEqual({ database_id: id, organization_id: 1, name: 'Renamed one' })
    expect((await run('database', 'test', 'Renamed one', '--org', '1', '--json')).json).toMatchObject({
      database_id: id,
    })
    expect((await ask(key, 'How many orders are there?', null)).data.results).toEqual([{ 'number of orders': 22 }])
  })

  it.each([
    ['a name that is in use', ['Taken'], /a database named Taken already exists/],
    ['an empty name', [' '], /1 to 200/],
  ])('refuses %s', async (_, words, expected) => {
    const { database_id: id } = await add()
    if (words[0] === 'Taken') {
      const { database_id: other } = await add()
      await run('database', 'rename', other, 'Taken')
    }
    const refused = await run('database', 'rename', id, ...words)
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(expected) })
  })
})

describe('tabletalk database set', () => {
  it('changes only the given settings, and resets a setting with "default"', async () => {
    const { database_id: id } = await add('--async-query-timeout', '900')
    const { json } = await run('database', 'set', id, '--rows', 'none', '--json')
    expect(json).toEqual({ database_id: id, organization_id: 1, rows: 'none' })
    const kept = async () =>
      (await run('database', 'list', '--json')).json.databases.find(
        (database: { database_id: string }) => database.database_id === id,
      )
    expect(await kept()).toMatchObject({ rows: 'none', async_query_timeout: 900 })
    const exports = await run('database', 'set', id, '--public-exports', 'on', '--json')
    expect(exports.json).toEqual({ database_id: id, organization_id: 1, public_exports: true })
    const off = await run('database', 'set', id, '--shared-values', 'off', '--json')
    expect(off.json).toEqual({ database_id: id, organization_id: 1, shared_values: 'off' })
    expect((await kept()).shared_values).toBe('off')
    await run('database', 'set', id, '--shared-values', 'default')
    expect((await kept()).shared_values).toBeNull()
    const shown = await run('database', 'set', id, '--thinking', 'shown', '--json')
    expect(shown.json).toEqual({ database_id: id, organization_id: 1, thinking: 'shown' })
    expect((await kept()).thinking).toBe('shown')
    await run('database', 'set', id, '--thinking', 'default')
    expect((await kept()).thinking).toBeNull()
    await run('database', 'set', id, '--rows', 'default', '--async-query-timeout', 'default')
    expect(await kept()).toMatchObject({ rows: null, async_query_timeout: null })
    const nothing = await run('database', 'set', id)
    expect(nothing).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Specify what to change') })
  })
})

describe('tabletalk database remove', () => {
  it('deletes the record and the keys of a database with --yes, and leaves the database itself unchanged', async () => {
    const { database_id: id, key } = await add()
    const more = await run('key', 'create', '--org', '1', '--kind', 'database', '--database', id, '--json')
    const unsure = await run('database', 'remove', id, '--json')
    expect(unsure).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--yes') })
    expect((await ask(key, 'How many orders are there?', null)).data.results).toEqual([{ 'number of orders': 22 }])
    const before = await readFile(file)
    const { json } = await run('database', 'remove', id, '--yes', '--json')
    expect(json).toEqual({ database_id: id, removed: true, revoked_keys: 2 })
    for (const gone of [key, more.json.key])
      expect(await ask(gone, 'How many orders are there?', null)).toMatchObject({ status_code: 401 })
    const { json: listed } = await run('database', 'list', '--json')
    expect(listed.databases.filter(({ database_id }: { database_id: string }) => database_id === id)).toEqual([])
    expect(await bench.platform.app.store.databases.findAddress({ organizationId: 1 }, id)).toBeUndefined()
    expect((await readFile(file)).equals(before)).toBe(true)
    const again = await run('database', 'remove', id, '--yes')
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('no database') })
  })
})
