import { createHash } from 'node:crypto'
import { FairSemaphore, type SlotOwner } from '../../access/rules/fair-semaphore.ts'
import type { Branding, Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { fetchImageBytes } from './fetch-image-bytes.ts'
import {
  digestsOf,
  LOGO_FIELDS,
  LOGO_THEMES,
  type Logo,
  type LogoFailure,
  type Logos,
  type LogoTheme,
  logoOf,
} from './rules/logo.ts'
import { isDecodable, type RasterImage, readImageHeader } from './rules/raster-image.ts'

/** Logo images: pages load them from this service, never from the configured URL. */
export interface ManagedLogos {
  /**
   * Fetches and stores the logo images of a branding before it is stored. Only logos with a new URL, or that could not
   * be fetched before, are fetched.
   * @param asked themes whose URL is set by the request: others are not fetched again
   * @throws errors of the store
   */
  fetchLogos(organization: Organization, branding: Branding, asked: readonly LogoTheme[]): Promise<Logos>
  /** Deletes an organization's unused images. @param logos the current ones */
  removeUnused(caller: OrganizationRef, logos: Logos): Promise<void>
}

interface LogoParts {
  readonly store: Pick<Store, 'logos'>
  /** Re-encodes an image as PNG. */
  draw(
    call: { readonly bytes: Uint8Array; readonly picture: RasterImage },
    owner: SlotOwner,
  ): Promise<Uint8Array | 'busy' | undefined>
  readonly allowPrivate: boolean
  /** Timeout of one fetch; set in tests only. */
  readonly timeoutMs?: number
}

/** Concurrent fetches per process, shared fairly: a slow server delays its own organization only. */
const SLOTS = { max: 8, waitingMax: 2 } as const
const WAIT_MS = 5_000
const TIMEOUT_MS = 10_000

/** Grace period for images of brandings that other processes are storing. */
const GRACE_MS = 60_000

export const managedLogos = ({ store, draw, allowPrivate, timeoutMs = TIMEOUT_MS }: LogoParts): ManagedLogos => {
  const slots = new FairSemaphore(SLOTS)
  const fetchImage = async (owner: OrganizationRef, url: string): Promise<Uint8Array | LogoFailure> => {
    const bytes = await fetchImageBytes(url, { allowPrivate, timeoutMs })
    if (typeof bytes === 'string') return bytes
    const picture = readImageHeader(bytes)
    if (picture === undefined) return 'format'
    if (!isDecodable(picture, bytes)) return 'dimensions'
    return (await draw({ bytes, picture }, owner)) ?? 'undecodable'
  }
  const fetchLogo = async (owner: OrganizationRef, url: string): Promise<Logo> => {
    const timeout = AbortSignal.timeout(WAIT_MS)
    const found = await slots
      .within(owner, () => fetchImage(owner, url), { signal: timeout })
      .catch((error: unknown) => {
        const isBusy = error === timeout.reason || (error instanceof Problem && error.problem === 'tenant_busy')
        if (!isBusy) throw error
        return 'busy' as const
      })
    if (typeof found === 'string') return { url, failure: found }
    const digest = createHash('sha256').update(`${owner.organizationId}/`).update(found).digest('base64url')
    await store.logos.put(owner, digest, found)
    return { url, digest }
  }
  return {
    async fetchLogos({ id: organizationId, logos }, branding, asked) {
      const found = await Promise.all(
        LOGO_THEMES.map(async (theme): Promise<Logos> => {
          const url = branding[LOGO_FIELDS[theme]]
          const known = logoOf(theme, branding, logos)
          const isFetched = url !== '' && asked.includes(theme) && !(known !== undefined && 'digest' in known)
          const logo = isFetched ? await fetchLogo({ organizationId }, url) : known
          return logo === undefined ? {} : { [theme]: logo }
        }),
      )
      const all: Logos = Object.assign({}, ...found)
      const known = digestsOf(logos).filter((digest) => digestsOf(all).includes(digest))
      if (known.length > 0) await store.logos.keep({ organizationId }, known)
      return all
    },
    async removeUnused(caller, logos) {
      await store.logos.removeOthers(caller, digestsOf(logos), new Date(Date.now() - GRACE_MS))
    },
  }
}
