import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { ExportFile } from '../../src/manage/exports/store/export-files.ts'
import type { Store } from '../../src/store/store.ts'
import { EXPORTED } from './faults/seed.ts'
import { openTestStore, SERVER, storeOn } from './store-fixture.ts'

let connection: Connection
let store: Store
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection)
})
afterAll(() => store.close())

const chunks = () => connection.collection<{ _id: string; exportId: string }>('export_chunks')
const file = (size: number): ExportFile => ({
  ...EXPORTED,
  id: randomUUID(),
  conversationId: randomUUID(),
  size,
})
const bytesOf = async (id: string): Promise<string | undefined> => {
  const found = await store.exportFiles.find(SERVER, id)
  if (found === undefined) return undefined
  const parts: Uint8Array[] = []
  for await (const part of store.exportFiles.bytes(SERVER, found)) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('the file of an export', () => {
  it('is returned as stored, in chunks of 4 MiB', async () => {
    const text = `begin ${'x'.repeat(9 * 1024 * 1024)} end`
    const one = file(text.length)
    await store.exportFiles.put(SERVER, 'shop', one, Buffer.from(text), 1)
    expect(await bytesOf(one.id)).toBe(text)
    expect(await chunks().countDocuments({ exportId: one.id })).toBe(3)
  })

  it('written partially by one run is not served, and is replaced by the next run', async () => {
    const one = file(3)
    const chunk = {
      organizationId: 1,
      exportId: one.id,
      writer: 1,
      conversationId: one.conversationId,
      databaseId: 'shop',
    }
    const half = { _id: `${one.id}/1/0`, ...chunk, data: Buffer.from('ol'), expiresAt: one.expiresAt }
    await chunks().insertOne(half as never)
    expect(await bytesOf(one.id)).toBeUndefined()
    await store.exportFiles.put(SERVER, 'shop', one, Buffer.from('new'), 2)
    expect(await bytesOf(one.id)).toBe('new')
    expect(await chunks().countDocuments({ exportId: one.id })).toBe(1)
  })

  it('remains that of the latest run if an earlier run resumes (fencing token)', async () => {
    const one = file(3)
    await store.exportFiles.put(SERVER, 'shop', one, Buffer.from('new'), 20)
    await store.exportFiles.put(SERVER, 'shop', one, Buffer.from('old'), 10)
    expect(await bytesOf(one.id)).toBe('new')
  })

  it('is visible to its own caller only, and gone after its expiry', async () => {
    const one = file(3)
    await store.exportFiles.put({ ...SERVER, tenantId: '1' }, 'shop', one, Buffer.from('new'), 1)
    expect(await store.exportFiles.find({ ...SERVER, tenantId: '2' }, one.id)).toBeUndefined()
    expect(await store.exportFiles.find({ ...SERVER, organizationId: 2 }, one.id)).toBeUndefined()
    const late = { ...file(3), expiresAt: new Date(Date.now() - 1) }
    await store.exportFiles.put(SERVER, 'shop', late, Buffer.from('new'), 1)
    expect(await store.exportFiles.find(SERVER, late.id)).toBeUndefined()
    await store.exportFiles.sweep(new Date())
    expect(await chunks().countDocuments({ exportId: late.id })).toBe(0)
  })

  it('is removed with its conversation or its database, together with its job', async () => {
    const [one, other] = [file(3), file(3)]
    for (const [{ id, conversationId }, databaseId] of [
      [one, 'shop'],
      [other, 'crm'],
    ] as const) {
      await store.jobs.addExportJob(SERVER, { id, databaseId, conversationId })
      await store.exportFiles.put(SERVER, databaseId, { ...(id === one.id ? one : other) }, Buffer.from('new'), 1)
    }
    await store.exportFiles.removeOfConversation(SERVER, one.conversationId)
    expect([await bytesOf(one.id), await store.jobs.find(SERVER, one.id)]).toEqual([undefined, undefined])
    expect([await bytesOf(other.id), (await store.jobs.find(SERVER, other.id))?.status]).toEqual(['new', 'queued'])
    await store.exportFiles.removeOfDatabase(SERVER, 'crm')
    expect([await bytesOf(other.id), await store.jobs.find(SERVER, other.id)]).toEqual([undefined, undefined])
  })
})
