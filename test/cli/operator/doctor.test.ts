import { jest } from '@jest/globals'
import { mongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'
import { type OperatorBench, operatorBench } from './command.ts'
import { change, crmFile } from './crm-file.ts'

/** The machine may be busy. */
jest.setTimeout(240_000)

let bench: OperatorBench
beforeAll(async () => {
  bench = await operatorBench()
})
afterAll(async () => {
  await bench.close()
  await stopMongodbServer()
})

const findings = async () => {
  const { code, json } = await bench.run(['doctor', '--json'])
  expect(code).toBe(0)
  const named = (what: string) => json.findings.find((finding: { what: string }) => finding.what === what)
  return { named, text: JSON.stringify(json) }
}

it('tabletalk doctor reports policy drift and unreachable databases without failing', async () => {
  const file = crmFile(bench.folder)
  const add = (name: string, url: string) =>
    bench.run(['database', 'add', '--org', '1', '--name', name, '--url', url, '--scoped', '--json'])
  expect((await add('crm', `sqlite:${file}`)).code).toBe(0)
  expect((await findings()).named('database crm')).toMatchObject({
    state: 'found',
    detail: expect.stringMatching(/5 tables[\s\S]*1 database key/),
  })
  const { app, access } = bench.platform
  const shops = async () => (await findings()).named('database shops').detail
  expect(await shops()).not.toContain('from before answer details')
  const { id } = await app.store.apiKeys.add(access, { kind: 'database', databaseId: access.databaseId, userId: 1 })
  expect(await shops()).toContain(`1 database key from before answer details (pk_${id}_…`)
  change(file, 'CREATE TABLE extra (id INTEGER PRIMARY KEY); ALTER TABLE orders RENAME COLUMN organization_id TO owner')
  const drifted = await findings()
  expect(drifted.named('database crm')).toMatchObject({
    state: 'absent',
    detail: expect.stringMatching(
      /new table: extra: closed until you classify it[\s\S]*column gone: orders: the column organization_id is missing/,
    ),
  })
  change(
    file,
    'DROP TABLE order_items; DROP TABLE orders; DROP TABLE users; DROP TABLE extra; DROP TABLE organizations; DROP TABLE countries',
  )
  const gone = await findings()
  expect(gone.named('database crm')).toMatchObject({
    state: 'absent',
    detail: expect.stringContaining('CONNECTION_FAILED'),
  })
  expect(gone.named('database shops').detail).toContain('new table: platform_audit')
  expect(gone.text).not.toContain('crm.db')
})

it('tabletalk doctor counts the documents whose tenant has another type than the policy declares', async () => {
  const { admin, newName, address } = await mongodbServer()
  const name = newName()
  const orders = [1, 1, 2, '1', 'x'].map((tenant_id) => ({ tenant_id, total: 5 }))
  await admin.db(name).collection('orders').insertMany(orders)
  const words = ['database', 'add', '--org', '1', '--name', 'papers', '--url', address(name), '--scoped', '--json']
  expect((await bench.run(words)).code).toBe(0)
  expect((await findings()).named('database papers')).toMatchObject({
    state: 'absent',
    detail: expect.stringContaining('other type: orders: 2 documents have a tenant_id that is not of type integer'),
  })
})
