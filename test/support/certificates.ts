import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** An authority of its own, which signs certificates for hosts. */
export interface Authority {
  readonly cert: string
  /** @param name a name of a host, or `IP:…` */
  sign(name: string): Certificate
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes one with `openssl`, which every system has that builds or runs servers. */
export const makeAuthority = (): Authority => {
  const make = (name: string, signer?: Certificate): Certificate => {
    const folder = mkdtempSync(join(tmpdir(), 'tabletalk-certificate-'))
    const file = (part: string, content?: string): string => {
      if (content !== undefined) writeFileSync(join(folder, part), content, { mode: 0o600 })
      return join(folder, part)
    }
    try {
      const alternative = `subjectAltName=${name.startsWith('IP:') ? name : `DNS:${name}`}`
      const signed =
        signer === undefined
          ? ['-addext', 'basicConstraints=critical,CA:TRUE']
          : [
              '-addext',
              'basicConstraints=critical,CA:FALSE',
              '-CA',
              file('ca.pem', signer.cert),
              '-CAkey',
              file('ca.key', signer.key),
              '-addext',
              alternative,
            ]
      const out = ['-keyout', file('key.pem'), '-out', file('cert.pem')]
      const subject = ['-subj', `/CN=${signer === undefined ? 'Authority of a test' : 'server of a test'}`]
      execFileSync('openssl', ['req', '-x509', ...NEW_KEY, '-days', '2', ...subject, ...signed, ...out], {
        stdio: 'pipe',
      })
      return { cert: readFileSync(file('cert.pem'), 'utf8'), key: readFileSync(file('key.pem'), 'utf8') }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const own = make('Authority')
  return { cert: own.cert, sign: (name) => make(name, own) }
}
