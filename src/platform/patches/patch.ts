import { createRequire } from 'node:module'

/** What is changed in the insides of a library: only in the version that it was tried with, and in no other. */
export interface Patch {
  readonly library: string
  readonly triedWith: string
  /** Where it is asked for upstream, or why it is not. */
  readonly upstream: string
  /** What there is without it, for whoever runs another version. */
  readonly without: string
}

/** Reads what is installed beside this file, also the insides of it. Throws where there is no such file. */
export const requireInstalled = createRequire(import.meta.url)

const versions = new Map<string, string | undefined>()

/** @returns undefined where a library is not there, or does not say its version */
export const installedVersion = (library: string): string | undefined => {
  if (!versions.has(library)) versions.set(library, readVersion(library))
  return versions.get(library)
}

const readVersion = (library: string): string | undefined => {
  try {
    const { version }: { readonly version?: string } = requireInstalled(`${library}/package.json`)
    return version
  } catch {
    return undefined
  }
}

/** @param installed which version is there */
export const isOn = (
  { library, triedWith }: Pick<Patch, 'library' | 'triedWith'>,
  installed: string | undefined = installedVersion(library),
): boolean => installed === triedWith
