import type { Engine } from '../../engine.ts'

/** The engine for an address, by how it begins; undefined when no engine knows it. Upper and lower case are the same. */
export const engineFor = (address: string, engines: readonly Engine[]): Engine | undefined =>
  engines.find(({ schemes }) => schemes.some((scheme) => address.toLowerCase().startsWith(scheme)))

/** How addresses may begin, for people: `sqlite:, postgres:`. */
export const knownSchemes = (engines: readonly Engine[]): string => engines.flatMap(({ schemes }) => schemes).join(', ')
