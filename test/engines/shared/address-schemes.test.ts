import { absoluteAddress, isFileAddress } from '../../../src/engines/shared/connect/address-schemes.ts'

describe('absoluteAddress', () => {
  it.each([
    ['sqlite:shop.db', 'sqlite:/home/me/shop.db'],
    ['sqlite:./shop.db', 'sqlite:/home/me/shop.db'],
    ['SQLite:../shop.db', 'sqlite:/home/shop.db'],
    ['sqlite:/var/shop.db', 'sqlite:/var/shop.db'],
    ['sqlite:///var/shop.db', 'sqlite:///var/shop.db'],
  ])('resolves the file address %s against a folder: %s', (typed, absolute) => {
    expect(isFileAddress(typed)).toBe(true)
    expect(absoluteAddress(typed, '/home/me')).toBe(absolute)
  })

  it.each(['postgres://me@sqlite:5432/shop', 'mongodb://one,two/shop'])(
    'returns the server address %s unchanged',
    (address) => {
      expect(isFileAddress(address)).toBe(false)
      expect(absoluteAddress(address, '/home/me')).toBe(address)
    },
  )
})
