import { challengeOf, newVerifier } from '../../web/src/access/pkce.ts'

describe('PKCE', () => {
  it('derives the S256 challenge of RFC 7636, appendix B', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    )
  })

  it('creates a different verifier of 43 characters each time', () => {
    const found = Array.from({ length: 100 }, newVerifier)
    expect(found.filter((verifier) => !/^[\w-]{43}$/.test(verifier))).toEqual([])
    expect(new Set(found).size).toBe(found.length)
  })
})
