import { reachableHost } from '../../../src/engines/shared/connect/reachable-host.ts'

describe('S39 reachableHost', () => {
  it.each(['127.0.0.1', 'localhost', '::1', 'nowhere.invalid'])(
    'rejects %s with one message for private and missing hosts, unless private hosts are allowed',
    async (host) => {
      await expect(reachableHost(host, false)).rejects.toMatchObject({
        problem: 'database_unreachable',
        message: expect.stringContaining('was not found, or has a private'),
      })
    },
  )

  it('returns the IP address that it checked, so that the host is not resolved again', async () => {
    expect(await reachableHost('127.1', true)).toBe('127.0.0.1')
  })

  it('reports that a host was not found if private hosts are allowed', async () => {
    await expect(reachableHost('nowhere.invalid', true)).rejects.toThrow('The host of the database was not found.')
  })
})
