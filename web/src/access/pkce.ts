/** A PKCE code verifier: 43 characters (RFC 7636, section 4.1). */
export const newVerifier = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)))

/** The PKCE code challenge, BASE64URL(SHA256(verifier)). Browsers compute it over HTTPS only. */
export const challengeOf = async (verifier: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
