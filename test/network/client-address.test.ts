import { canonicalAddress, isAllowedAddress } from '../../src/platform/network/client-address.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.0/24 ', '203.0.113.0/24'],
  ['2001:DB8:0::/32', '2001:db8::/32'],
  ['::1', '::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['203.0.113.7/33', undefined],
  ['2001:db8::/129', undefined],
  ['::ffff:10.0.0.0/80', undefined],
  ['203.0.113.7/', undefined],
  ['203.0.113.7/8/8', undefined],
  ['203.0.113.7/-1', undefined],
  ['0x7f000001', undefined],
  ['2130706433', undefined],
  ['010.0.0.1', undefined],
  ['fe80::1%eth0', undefined],
  ['shop.example', undefined],
  ['', undefined],
])('canonicalAddress normalizes %s to %s', (text, expected) => {
  expect(canonicalAddress(text)).toBe(expected)
})

it.each([
  ['203.0.113.7', ['203.0.113.7'], true],
  ['::ffff:203.0.113.7', ['203.0.113.7'], true],
  ['203.0.113.8', ['203.0.113.7'], false],
  ['10.9.8.7', ['203.0.113.7', '10.0.0.0/8'], true],
  ['::ffff:10.9.8.7', ['10.0.0.0/8'], true],
  ['11.0.0.1', ['10.0.0.0/8'], false],
  ['2001:db8::5', ['2001:db8::/32'], true],
  ['2001:db9::5', ['2001:db8::/32'], false],
  ['10.0.0.1', [], false],
  [undefined, ['0.0.0.0/0'], false],
  ['nonsense', ['0.0.0.0/0'], false],
])('isAllowedAddress for client %s and list %j returns %s', (client, allowed, expected) => {
  expect(isAllowedAddress(client, allowed)).toBe(expected)
})
