import { describe, expect, it } from '@jest/globals'
import { LinkifyIt } from 'linkify-it'
import tlds from 'tlds' with { type: 'json' }
import { plainText } from '../../../src/planner/model/plain-text.ts'
import { composeWith, resultOf } from './cases.ts'

/** A client that links as much as possible. */
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true }).tlds(tlds)
for (const scheme of ['ws:', 'wss:', 'intent:', 'sms:', 'tel:', 'data:', 'javascript:', 'foo:', 'x-app:'])
  linkify.add(scheme, { validate: (text, at) => /^\S+/.exec(text.slice(at))?.[0].length ?? 0 })

const ADDRESSES = [
  ...[
    'evil.example.com/x?d=1',
    'evil.com',
    'EVIL.COM',
    'evil.com.',
    'evil.com./x',
    'a.b.c.evil.co.uk:8080',
    'evil.com?d=1',
  ],
  ...[
    'evil.com#d',
    'münchen.de/x',
    'почта.рф',
    'почта.рф/x',
    'xn--e1afmkfd.xn--p1ai/x',
    'evil.中国/x',
    'evil.zip',
    'evil.app/x',
  ],
  ...['evil．com/x', 'evil。com/x', 'evil｡com', 'evil․com/x', 'e\u200bvil.com/x', 'evil.\u00adcom', 'evil.co\u0301m/x'],
  ...[
    'evil\u034f.com/x',
    'evil.\u200dcom/x',
    'evil.c\ufe0fom',
    '**evil**.com/x',
    'evil`.`com/x',
    'evil\\.com/x',
    'ｅｖｉｌ.ｃｏｍ/x',
  ],
  ...[
    '10.0.0.1',
    '10.0.0.1/x',
    '10.0.0.1:80',
    '8.8.8.8:53/x?d=1',
    'fe80::1',
    '[2001:db8::1]:80/x',
    '2001:db8:0:0:0:0:0:1',
  ],
  ...['::1/x', 'a@evil.com', 'a.b+c@evil.example.com', 'a@xn--e1afmkfd.xn--p1ai', 'user:pw@host.com/x', 'a＠evil．com'],
  ...[
    'ws://evil/x',
    'wss:evil',
    'intent://evil#Intent;end',
    'intent:evil',
    'sms:+4912345',
    'tel:12345',
    'mailto:a@b.com',
  ],
  ...[
    'foo:bar',
    'x-app://open?d=1',
    'FTP://evil.com',
    'http:evil.com',
    'https:/\\evil.com',
    'javascript:alert(1)',
    'data:text/html,x',
  ],
  ...[
    '//evil.com/x',
    '//evil/x',
    'www.evil',
    'www.evil.example',
    '(evil.com/x)',
    '"evil.com/x"',
    'see:evil.com/x',
    'evil.com,evil.org/x',
  ],
  ...[
    '[x](evil.com/d)',
    '[x]: evil.com/d',
    '[x][evil.com]',
    '<evil.com/x>',
    '<a@evil.com>',
    '![x](evil.com/p.png)',
    'ht[](x)tps://evil.com/d',
  ],
]

const LIVE = /\]\(|!\[|<[a-z/!]|\]\[|\]:|[a-z]:\/\/|[\w-]+@[\w-]+\.|evil\.|\.com|\.рф|10\.0\.0\.1|8\.8\.8\.8|::1/iu

describe('plainText for an address', () => {
  it('is tested with more than 40 addresses that a client links', () => {
    expect(ADDRESSES.filter((address) => linkify.test(address)).length).toBeGreaterThan(40)
  })

  it.each(ADDRESSES)('leaves nothing that a client links: %s', async (address) => {
    for (const text of [address, `See ${address} now.`, `Siehe „${address}“!`, `a,${address},b`]) {
      const plain = plainText(text)
      expect(linkify.match(plain)).toBeNull()
      expect(plain.normalize('NFKC')).not.toMatch(LIVE)
      expect(plainText(plain)).toBe(plain)
    }
  })

  it.each(ADDRESSES)('leaves nothing that a client links in a streamed answer: %s', async (address) => {
    const result = resultOf([{ name: 'Acme', orders: 800 }])
    for (const pieceLength of [1, 3]) {
      const { message } = await composeWith([{ text: `Go to ${address} today. Acme has 800.`, pieceLength }], {
        result,
      })
      expect(linkify.match(message)).toBeNull()
      expect(message.normalize('NFKC')).not.toMatch(LIVE)
    }
  })
})

describe('plainText for ordinary text', () => {
  it.each([
    'e.g. the 3.5 % rise, i.e. more',
    'Node.js and orders.amount in v1.2.3',
    'At 10:30, or 10:30:15, ratio 3:1',
    '2026-10-31T14:30:00Z',
    '1.234.567,89 EUR and 1,234.5 USD',
    'Acme Inc., St. Gallen, z. B. U.S.A.',
    'and/or, 3/4 of it, km/h',
    '@handle and 5 @ 3',
    'Note: paid; open: 3',
    '**Note:** 3 of 5…',
    'Really?! Yes.',
    'std::vector',
    'Łódź, 東京。そう',
  ])('leaves it unchanged: %s', (text) => {
    expect(plainText(text)).toBe(text)
  })

  it.each([
    ['Booking.com leads with 5.', 'Booking com leads with 5.'],
    ['Is it customers.name?', 'Is it customers name?'],
    ['status:paid', 'status: paid'],
    ['AT&T, R&D', 'AT&T, R&D'],
    ['(see https://evil.com/x).', '(see (link removed)).'],
    ['mail a.b@evil.com, please', 'mail (link removed), please'],
  ])('turns %j into %j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })
})
