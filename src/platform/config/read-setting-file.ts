import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** An unusable file of a setting. The message starts with the path and contains nothing of the content. */
export class SettingFileUnusable extends Error {
  override readonly name = 'SettingFileUnusable'
}

/** Far larger than any secret or certificate chain. */
const BYTES_MAX = 64 * 1024

/**
 * Reads the file of a setting. Symbolic links are followed, because mounted secrets are links.
 *
 * @param file must start with `/`, `./` or `../`: any other value may be the secret itself, and is not repeated in errors
 * @throws SettingFileUnusable
 */
export const readSettingFile = (file: string): string => {
  if (!/^\.{0,2}\//.test(file)) throw new SettingFileUnusable('use an absolute path, for example /run/secrets/name')
  const bytes = readBounded(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SettingFileUnusable(`${file} is not UTF-8 text`)
  }
}

const readBounded = (file: string): Uint8Array => {
  let descriptor: number | undefined
  try {
    // Without O_NONBLOCK, opening a named pipe without a writer would block.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = fstatSync(descriptor)
    if (stats.isDirectory()) throw new SettingFileUnusable(`${file} is a folder; it must be a file`)
    if (!stats.isFile()) throw new SettingFileUnusable(`${file} is not a regular file`)
    return readAll(file, descriptor)
  } catch (error) {
    throw error instanceof SettingFileUnusable ? error : new SettingFileUnusable(`${file} ${reasonOf(error)}`)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Does not rely on the size in `stat`, which is 0 on some file systems. */
const readAll = (file: string, descriptor: number): Uint8Array => {
  const bytes = Buffer.alloc(BYTES_MAX + 1)
  let length = 0
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null)
    if (read === 0) return bytes.subarray(0, length)
    length += read
  }
  throw new SettingFileUnusable(`${file} is larger than ${BYTES_MAX / 1024} KiB`)
}

const reasonOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? `cannot be read (${code})`
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'is not readable by the user of this process',
  EPERM: 'is not readable by the user of this process',
  ENXIO: 'is not a regular file',
  ENODEV: 'is not a regular file',
  ELOOP: 'is a circular symbolic link',
  ENAMETOOLONG: 'has a name that is too long',
}
