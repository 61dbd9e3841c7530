import { createRequire } from 'node:module'

/** A patch of library internals, which is applied only to the version that it was tested with. */
export interface Patch {
  readonly library: string
  readonly triedWith: string
  /** The upstream issue, or why there is none. */
  readonly upstream: string
  /** The effect of running another version, without the patch. */
  readonly withoutPatch: string
}

/** Requires an installed module, including internal files of a library. @throws if there is no such file */
export const requireInstalled = createRequire(import.meta.url)

const versions = new Map<string, string | undefined>()

/** @returns undefined if a library is not installed or has no version */
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

/** @param installed the installed version */
export const isApplicable = (
  { library, triedWith }: Pick<Patch, 'library' | 'triedWith'>,
  installed: string | undefined = installedVersion(library),
): boolean => installed === triedWith
