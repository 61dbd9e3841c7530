import { hasPlausibleSignature } from '../../src/http/has-plausible-signature.ts'

const NOW = 1_795_666_051_000
const MAC = 'a'.repeat(64)
const at = (seconds: number) => `t=${NOW / 1000 + seconds},v1=${MAC}`

describe('hasPlausibleSignature', () => {
  it.each([
    ['now', at(0)],
    ['five minutes ago', at(-300)],
    ['five minutes ahead, by clock skew', at(300)],
    ['with several secrets', `${at(0)},v1=${'b'.repeat(64)}`],
    ['with several schemes, one of them known', `t=${NOW / 1000},v0=00,v1=${MAC},v2=x`],
  ])('accepts a header with a time and a signature: %s', (_, signature) => {
    expect(hasPlausibleSignature(signature, NOW)).toBe(true)
  })

  it.each([
    ['missing', undefined],
    ['sent twice', [at(0), at(0)]],
    ['too old', at(-301)],
    ['too new', at(301)],
    ['without a time', `v1=${MAC}`],
    ['with two times', `${at(0)},t=${NOW / 1000}`],
    ['with an invalid time', `t=1e9,v1=${MAC}`],
    ['with a time of many digits', `t=${'9'.repeat(13)},v1=${MAC}`],
    ['without a signature', `t=${NOW / 1000}`],
    ['with a signature that is too short', `t=${NOW / 1000},v1=${MAC.slice(1)}`],
    ['with an older scheme only', `t=${NOW / 1000},v0=${MAC}`],
    ['too long', `${at(0)},${'v0=0,'.repeat(200)}`],
  ])('rejects a header: %s', (_, signature) => {
    expect(hasPlausibleSignature(signature, NOW)).toBe(false)
  })
})
