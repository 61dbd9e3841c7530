import type { z } from 'zod'
import type { Organization } from '../../../access/rules/organization.ts'
import { logoUrl } from '../../../http/logo-pictures.ts'
import { effectiveColours } from '../rules/effective-colours.ts'
import { type LogoTheme, logoOf } from '../rules/logo.ts'
import type { BrandingItem } from './branding-schema.ts'

/** A branding as the contract writes it, with the colours and logos that are displayed. */
export const brandingItem = (
  publicUrl: string,
  { branding, logos }: Pick<Organization, 'branding' | 'logos'>,
): z.input<typeof BrandingItem> => {
  const logo = (theme: LogoTheme) => {
    const found = logoOf(theme, branding, logos)
    if (found === undefined) return { url: null, failure: null }
    if ('failure' in found) return { url: null, failure: found.failure }
    return { url: logoUrl(publicUrl, found.digest), failure: null }
  }
  return {
    ...branding,
    effective: { ...effectiveColours(branding), logos: { light: logo('light'), dark: logo('dark') } },
  }
}
