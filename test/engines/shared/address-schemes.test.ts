import { allEngines } from '../../../src/engines/index.ts'
import { absoluteAddress, engineFor } from '../../../src/engines/shared/connect/address-schemes.ts'
import { givenAddress } from '../../../src/manage/databases/given-address.ts'

const engines = allEngines({ allowPrivateHosts: false })
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

const resolved = (address: string): string | undefined => {
  const engine = engineFor(address, engines)
  return engine && absoluteAddress(address, engine, '/home/me')
}

describe('absoluteAddress', () => {
  it.each([
    ['sqlite:shop.db', 'sqlite:/home/me/shop.db'],
    ['sqlite:./shop.db', 'sqlite:/home/me/shop.db'],
    ['SQLite:../shop.db', 'sqlite:/home/shop.db'],
    ['sqlite:/var/shop.db', 'sqlite:/var/shop.db'],
    ['sqlite:///var/shop.db', 'sqlite:///var/shop.db'],
  ])('resolves the file address %s against a folder: %s', (typed, absolute) => {
    expect(resolved(typed)).toBe(absolute)
  })

  it.each(['postgres://me@sqlite:5432/shop', 'mongodb://one,two/shop'])(
    'returns the server address %s unchanged',
    (address) => {
      expect(resolved(address)).toBe(address)
    },
  )
})

describe('S39 an engine whose addresses are files', () => {
  const files = engines.filter(({ addresses }) => addresses.areFiles)

  it.each(files)('is refused over HTTP where private addresses are: $name', ({ addresses }) => {
    for (const scheme of addresses.schemes)
      expect(() => givenAddress({ url: `${scheme}/etc/passwd` }, { engines, allowPrivateHosts: false })).toThrow(
        'Database files on this machine are not allowed here.',
      )
  })
})
