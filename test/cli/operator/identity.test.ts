import { jest } from '@jest/globals'
import { type OperatorBench, operatorBench } from './command.ts'

/** The machine may be busy. */
jest.setTimeout(240_000)

let bench: OperatorBench
beforeAll(async () => {
  bench = await operatorBench()
})
afterAll(() => bench.close())

const identity = async (...words: string[]) =>
  (await bench.run(['database', 'identity', 'shops', '--org', '1', '--json', ...words])).json

describe('tabletalk database identity', () => {
  it('shows the secret only when it is created or rotated, reports whether tokens are required, and ignores a redundant --off', async () => {
    const id = bench.platform.access.databaseId
    expect(await identity('--off')).toEqual({ database_id: id, identity: 'off' })
    const created = await identity()
    expect(created).toEqual({ database_id: id, identity: 'accepted', secret: expect.stringMatching(/^is_[\w-]{43}$/) })
    expect(await identity()).toEqual({ database_id: id, identity: 'accepted' })
    expect(await identity('--require')).toEqual({ database_id: id, identity: 'required' })
    const { secret } = await identity('--rotate')
    expect(secret).not.toBe(created.secret)
    expect(await bench.platform.app.store.databases.findIdentitySecret({ organizationId: 1 }, id)).toBe(secret)
    expect(await identity('--off')).toEqual({ database_id: id, identity: 'accepted' })
  })

  it('removes the warning about public keys from `key create` and `doctor` while tokens are required', async () => {
    const create = ['key', 'create', '--org', '1', '--kind', 'database', '--database', 'shops', '--json']
    expect((await bench.run(create)).err).toContain('database identity')
    await identity('--require')
    expect((await bench.run(create)).err).not.toContain('any tenant')
    expect((await bench.run(['doctor'])).out).toMatch(/database keys, identity tokens required/)
    await identity('--off')
    expect((await bench.run(['doctor'])).out).toMatch(
      /may send any tenant \(to require signed identity tokens: tabletalk database identity/,
    )
  })

  it('refuses --require together with --off', async () => {
    const { code, err } = await bench.run(['database', 'identity', 'shops', '--require', '--off'])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('--off') })
  })
})
