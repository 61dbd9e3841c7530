import path from 'node:path'
import type { Engine } from '../../engine.ts'

/** The engine for an address, by its prefix (case-insensitive); undefined if no engine matches. */
export const engineFor = (address: string, engines: readonly Engine[]): Engine | undefined =>
  engines.find(({ schemes }) => schemes.some((scheme) => address.toLowerCase().startsWith(scheme)))

/** The valid prefixes for messages: `sqlite:, postgres:`. */
export const knownSchemes = (engines: readonly Engine[]): string => engines.flatMap(({ schemes }) => schemes).join(', ')

/** Whether an address names a local file, so that it has neither host nor certificate. */
export const isFileAddress = (address: string): boolean => /^sqlite:/i.test(address)

/** Makes SQLite paths (`sqlite:shop.db`, `sqlite:./shop.db`) absolute; other addresses stay as they are. */
export const absoluteAddress = (address: string, folder: string): string =>
  address.replace(/^sqlite:(?!\/)(.+)$/is, (_, file: string) => `sqlite:${path.resolve(folder, file)}`)
