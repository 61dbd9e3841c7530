import { createHash } from 'node:crypto'
import { qrCode } from '../../web/src/access/qr-code.ts'

const digest = (text: string): string => {
  const picture = (qrCode(text) ?? []).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')).join('\n')
  return createHash('sha256').update(picture).digest('hex').slice(0, 16)
}

const SECRET = 'otpauth://totp/Tabletalk:ann%40shop.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tabletalk'

describe('QR codes', () => {
  /** Each of these was read with the detector of OpenCV 5.0. */
  it.each([
    ['one block', 'A', 'defea385aeee6c21'],
    ['the address of a secret', SECRET, '24381b06b58aa427'],
    ['several blocks, and its version', `${SECRET}&${'ä'.repeat(60)}`, '927d41f0aaf9f15a'],
    ['a length of 16 bits, and blocks of two lengths', `${SECRET}&${'ä'.repeat(75)}`, 'bc4d27dbc7d0130c'],
  ])('are the ones that readers read: %s', (_, text, expected) => {
    expect(digest(text)).toBe(expected)
  })

  it('are as small as their text allows, and there is none of a text that is too long', () => {
    expect(qrCode('x'.repeat(17))?.length).toBe(21)
    expect(qrCode('x'.repeat(18))?.length).toBe(25)
    expect(qrCode('x'.repeat(858))?.length).toBe(97)
    expect(qrCode('x'.repeat(859))).toBeUndefined()
  })
})
