import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readSettingFile, SettingFileUnusable } from './read-setting-file.ts'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Reads a file of PEM certificates: a client certificate with its chain, or CA certificates. @throws SettingFileUnusable */
export const readCertificates = (file: string): string => {
  const pem = readSettingFile(file)
  const texts = pem.match(CERTIFICATE) ?? []
  const beginnings = pem.split('-----BEGIN CERTIFICATE-----').length - 1
  const isWhole =
    texts.length === beginnings && texts.every((text) => parsed(() => new X509Certificate(text)) !== undefined)
  if (beginnings === 0 || !isWhole)
    throw new SettingFileUnusable(`${file} contains no PEM certificate, which starts with -----BEGIN CERTIFICATE-----`)
  return pem
}

/** Reads a file with a PEM private key. @throws SettingFileUnusable */
export const readPrivateKey = (file: string): string => {
  const pem = readSettingFile(file)
  if (keyIn(pem) === undefined)
    throw new SettingFileUnusable(
      pem.includes('ENCRYPTED')
        ? `${file} contains a key with a passphrase; use a key without one`
        : `${file} contains no PEM private key, which starts with -----BEGIN PRIVATE KEY-----`,
    )
  return pem
}

/** Whether a key belongs to a certificate, both in PEM. */
export const isKeyOfCertificate = (certificate: string, key: string): boolean => {
  const privateKey = keyIn(key)
  return privateKey !== undefined && new X509Certificate(certificate).checkPrivateKey(privateKey)
}

const keyIn = (pem: string): KeyObject | undefined => parsed(() => createPrivateKey(pem))

const parsed = <Value>(parse: () => Value): Value | undefined => {
  try {
    return parse()
  } catch {
    return undefined
  }
}
