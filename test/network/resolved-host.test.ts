import { isPublic, resolveHost } from '../../src/platform/network/resolve-host.ts'

describe('S39 Host of a customer database', () => {
  it.each([
    ...['127.0.0.1', '127.1', '0x7f.0.0.1', '2130706433', '017700000001', '0.0.0.0', '0', 'localhost', '::1', '::'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...[
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '169.254.169.254',
      'fe80::1',
      'fd00:ec2::254',
      'fc00::1',
    ],
    ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', 'ff02::1'],
    ...['::ffff:169.254.169.254', '::ffff:10.0.0.1'],
  ])('is not reachable at %s unless private hosts are allowed', async (host) => {
    expect(['private', 'not-found']).toContain((await resolveHost(host, false)).kind)
  })

  it('is connected by the address that was checked', async () => {
    expect(await resolveHost('127.1', true)).toEqual({ kind: 'address', address: '127.0.0.1' })
    expect(await resolveHost('8.8.8.8', false)).toEqual({ kind: 'address', address: '8.8.8.8' })
  })

  it('is reported as not found if it has no address', async () => {
    expect(await resolveHost('nowhere.invalid', true)).toMatchObject({ kind: 'not-found' })
  })

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('is public at %s', (address) => {
    expect(isPublic(address)).toBe(true)
  })
})
