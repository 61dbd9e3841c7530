import path from 'node:path'
import type { Engine } from '../../engine.ts'

/** The engine for an address, by how it begins; undefined when no engine knows it. Upper and lower case are the same. */
export const engineFor = (address: string, engines: readonly Engine[]): Engine | undefined =>
  engines.find(({ schemes }) => schemes.some((scheme) => address.toLowerCase().startsWith(scheme)))

/** How addresses may begin, for people: `sqlite:, postgres:`. */
export const knownSchemes = (engines: readonly Engine[]): string => engines.flatMap(({ schemes }) => schemes).join(', ')

/** Whether an address names a file of this machine: it has no host, no certificate, and is as private as the machine. */
export const isFileAddress = (address: string): boolean => /^sqlite:/i.test(address)

/**
 * An address that does not depend on the folder in which it was typed: `sqlite:shop.db` and `sqlite:./shop.db` become
 * absolute; all others stay as they are.
 */
export const absoluteAddress = (address: string, folder: string): string =>
  address.replace(/^sqlite:(?!\/)(.+)$/is, (_, file: string) => `sqlite:${path.resolve(folder, file)}`)
