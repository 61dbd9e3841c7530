import { localAddress, localPath } from '../../web/src/access/local-path.ts'

describe('Redirect after login', () => {
  it('keeps the requested path with its query and fragment', () => {
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
  ])('falls back to /ask for a URL that is not a local path: %j', (requested) => {
    expect(localPath(requested)).toBe('/ask')
  })

  it.each([undefined, '/login', '/login/', '/login?next=/login'])(
    'falls back to /ask instead of the login page: %j',
    (requested) => {
      expect(localPath(requested)).toBe('/ask')
    },
  )

  it('stays below the path prefix of a reverse proxy', () => {
    expect(localAddress('/account', '/')).toBe('/account')
    expect(localAddress('/account', '/data/')).toBe('/data/account')
    expect(localAddress('//evil.example', '/data/')).toBe('/data/ask')
  })
})
