import { localAddress, localPath } from '../../web/src/access/local-path.ts'

describe('the page after a log-in', () => {
  it('is the one that was wanted, with its search and hash', () => {
    expect(localPath('/ask/0198?receipt=2#m-1')).toBe('/ask/0198?receipt=2#m-1')
  })

  it.each([
    '//evil.example',
    '//evil.example/ask',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/ask/..//evil.example',
    'https://evil.example/ask',
    'javascript:alert(1)',
    'data:text/html,x',
    '//[',
    'evil.example',
    '',
  ])('is the page for asking where an address leads elsewhere: %j', (wanted) => {
    expect(localPath(wanted)).toBe('/ask')
  })

  it.each([undefined, '/login', '/login/', '/login?next=/login'])('is never the log-in again: %j', (wanted) => {
    expect(localPath(wanted)).toBe('/ask')
  })

  it('is below the path that a proxy puts before the portal', () => {
    expect(localAddress('/account', '/')).toBe('/account')
    expect(localAddress('/account', '/data/')).toBe('/data/account')
    expect(localAddress('//evil.example', '/data/')).toBe('/data/ask')
  })
})
