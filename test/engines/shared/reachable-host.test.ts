import { reachableHost } from '../../../src/engines/shared/connect/reachable-host.ts'

describe('S39 the host of a database', () => {
  it.each(['127.0.0.1', 'localhost', '::1', 'nowhere.invalid'])(
    '%s cannot be told from one that there is not, unless private hosts are allowed',
    async (host) => {
      await expect(reachableHost(host, false)).rejects.toMatchObject({
        problem: 'database_unreachable',
        message: expect.stringContaining('was not found, or has a private'),
      })
    },
  )

  it('is reached by the address that it had when it was looked at', async () => {
    expect(await reachableHost('127.1', true)).toBe('127.0.0.1')
  })

  it('that has no address is told so', async () => {
    await expect(reachableHost('nowhere.invalid', true)).rejects.toThrow('The host of the database was not found.')
  })
})
