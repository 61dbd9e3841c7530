import { absoluteAddress, isFileAddress } from '../../../src/engines/shared/connect/address-schemes.ts'

describe('an address of a file', () => {
  it.each([
    ['sqlite:shop.db', 'sqlite:/home/me/shop.db'],
    ['sqlite:./shop.db', 'sqlite:/home/me/shop.db'],
    ['SQLite:../shop.db', 'sqlite:/home/shop.db'],
    ['sqlite:/var/shop.db', 'sqlite:/var/shop.db'],
    ['sqlite:///var/shop.db', 'sqlite:///var/shop.db'],
  ])('%s, typed in a folder, is %s', (typed, absolute) => {
    expect(isFileAddress(typed)).toBe(true)
    expect(absoluteAddress(typed, '/home/me')).toBe(absolute)
  })

  it.each(['postgres://me@sqlite:5432/shop', 'mongodb://one,two/shop'])('%s is none, and stays as it is', (address) => {
    expect(isFileAddress(address)).toBe(false)
    expect(absoluteAddress(address, '/home/me')).toBe(address)
  })
})
