import { webhookUrlFault } from '../../src/manage/webhooks/webhook-url.ts'

const PRIVATE = 'must not resolve to a private or loopback address'
const HOSTS = [
  ...['127.0.0.1', '[::1]', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '0.0.0.0'],
  ...['169.254.169.254', '10.0.0.1', '192.168.1.1', '172.16.0.1', '100.64.0.1', '[fd00::1]', '[fe80::1]', '[::]'],
  ...['[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
]

describe('a webhook URL', () => {
  it.each([
    'https://hooks.example/a?b=c',
    'https://hooks.example:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
  ])('may be %s', (url) => expect(webhookUrlFault(url, false)).toBeUndefined())

  it.each(HOSTS)('may not name %s in any spelling unless private hosts are allowed', (host) => {
    expect(webhookUrlFault(`https://${host}/hook`, false)).toBe(PRIVATE)
    expect(webhookUrlFault(`http://${host}/hook`, true)).toBeUndefined()
  })

  it.each([
    ['http://hooks.example/', 'must be an address that begins with https://'],
    ['ftp://hooks.example/', 'must be an address that begins with https://'],
    ['file:///etc/passwd', 'must be an address that begins with https://'],
    ['hooks.example', 'must be an address that begins with https://'],
    ['https://', 'must be an address that begins with https://'],
    ['https://me:secret@hooks.example/', 'must not contain a user: requests are authenticated by their signature'],
    ['https://me@hooks.example/', 'must not contain a user: requests are authenticated by their signature'],
    ['https://hooks.example/#here', 'must not contain a fragment (#): it is never sent'],
    ['https://hooks.example:25/', 'must have no port, or a port of 1024 or higher'],
    ['https://hooks.example:0/', 'must have no port, or a port of 1024 or higher'],
    [`https://hooks.example/${'x'.repeat(2_048)}`, 'must have at most 2048 characters'],
  ])('may not be %.60s', (url, fault) => {
    expect(webhookUrlFault(url, false)).toBe(fault)
  })

  it('is not repeated in error messages', () => {
    expect(webhookUrlFault('https://me:canary@hooks.example/', false)).not.toContain('canary')
  })
})
