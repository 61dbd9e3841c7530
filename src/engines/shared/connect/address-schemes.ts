import path from 'node:path'
import type { Engine } from '../../engine.ts'

/** The engine for an address, by its prefix (case-insensitive); undefined if no engine matches. */
export const engineFor = (address: string, engines: readonly Engine[]): Engine | undefined =>
  engines.find(({ addresses }) => addresses.schemes.some((scheme) => address.toLowerCase().startsWith(scheme)))

/** The valid prefixes for messages: `sqlite:, postgres:`. */
export const knownSchemes = (engines: readonly Engine[]): string =>
  engines.flatMap(({ addresses }) => addresses.schemes).join(', ')

/** Makes relative paths of database files (`sqlite:shop.db`, `sqlite:./shop.db`) absolute; other addresses stay as they are. */
export const absoluteAddress = (address: string, { addresses }: Pick<Engine, 'addresses'>, folder: string): string => {
  if (!addresses.areFiles) return address
  return address.replace(
    /^([a-z]+:)(?!\/)(.+)$/is,
    (_, scheme: string, file: string) => `${scheme.toLowerCase()}${path.resolve(folder, file)}`,
  )
}
