import { createHash } from 'node:crypto'
import { FairPlaces, type PlaceOwner } from '../../access/rules/fair-places.ts'
import type { Branding, Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { fetchPicture } from './fetch-picture.ts'
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
import { isDecodable, type RasterPicture, rasterPicture } from './rules/raster-picture.ts'

/** Pictures of logos: pages show them from the service, and never from the address that was set. */
export interface ManagedLogos {
  /**
   * The logos of a branding to store. A new or unfetched one is fetched, and its image stored.
   *
   * @param asked the themes whose address is set: others are not retried
   * @throws errors of the store
   */
  fetched(organization: Organization, branding: Branding, asked: readonly LogoTheme[]): Promise<Logos>
  /** Forgets the pictures that an organization does not show any more. @param logos that it shows now */
  forgetOthers(caller: OrganizationRef, logos: Logos): Promise<void>
}

interface LogoParts {
  readonly store: Pick<Store, 'logos'>
  /** Draws a picture anew, as a PNG. */
  draw(
    call: { readonly bytes: Uint8Array; readonly picture: RasterPicture },
    owner: PlaceOwner,
  ): Promise<Uint8Array | 'busy' | undefined>
  readonly allowPrivate: boolean
  /** Of one fetch; another one in tests only. */
  readonly timeoutMs?: number
}

/** Fetches of one process at once: a slow server is its organization's wait. */
const PLACES = { max: 8, waitingMax: 2 } as const
const WAIT_MS = 5_000
const TIMEOUT_MS = 10_000

/** Others may be storing what shows a picture that this process knows nothing of. */
const STORING_MS = 60_000

export const managedLogos = ({ store, draw, allowPrivate, timeoutMs = TIMEOUT_MS }: LogoParts): ManagedLogos => {
  const places = new FairPlaces(PLACES)
  const pictureAt = async (owner: OrganizationRef, url: string): Promise<Uint8Array | LogoFailure> => {
    const bytes = await fetchPicture(url, { allowPrivate, timeoutMs })
    if (typeof bytes === 'string') return bytes
    const picture = rasterPicture(bytes)
    if (picture === undefined) return 'format'
    if (!isDecodable(picture, bytes)) return 'dimensions'
    return (await draw({ bytes, picture }, owner)) ?? 'undecodable'
  }
  const logoAt = async (owner: OrganizationRef, url: string): Promise<Logo> => {
    const waiting = AbortSignal.timeout(WAIT_MS)
    const found = await places
      .within(owner, () => pictureAt(owner, url), { signal: waiting })
      .catch((error: unknown) => {
        const isCrowded = error === waiting.reason || (error instanceof Problem && error.problem === 'tenant_busy')
        if (!isCrowded) throw error
        return 'busy' as const
      })
    if (typeof found === 'string') return { url, failure: found }
    const digest = createHash('sha256').update(`${owner.organizationId}/`).update(found).digest('base64url')
    await store.logos.put(owner, digest, found)
    return { url, digest }
  }
  return {
    async fetched({ id: organizationId, logos }, branding, asked) {
      const found = await Promise.all(
        LOGO_THEMES.map(async (theme): Promise<Logos> => {
          const url = branding[LOGO_FIELDS[theme]]
          const known = logoOf(theme, branding, logos)
          const isTried = url !== '' && asked.includes(theme) && !(known !== undefined && 'digest' in known)
          const logo = isTried ? await logoAt({ organizationId }, url) : known
          return logo === undefined ? {} : { [theme]: logo }
        }),
      )
      const all: Logos = Object.assign({}, ...found)
      const known = digestsOf(logos).filter((digest) => digestsOf(all).includes(digest))
      if (known.length > 0) await store.logos.keep({ organizationId }, known)
      return all
    },
    async forgetOthers(caller, logos) {
      await store.logos.removeOthers(caller, digestsOf(logos), new Date(Date.now() - STORING_MS))
    },
  }
}
