import path from 'node:path'

/** Whether an address names a file of this machine: it has no host, no certificate, and is as private as the machine. */
export const isFileAddress = (address: string): boolean => /^sqlite:/i.test(address)

/**
 * An address that does not depend on the folder in which it was typed: `sqlite:shop.db` and `sqlite:./shop.db` become
 * absolute; all others stay as they are.
 */
export const absoluteAddress = (address: string, folder: string): string =>
  address.replace(/^sqlite:(?!\/)(.+)$/is, (_, file: string) => `sqlite:${path.resolve(folder, file)}`)
