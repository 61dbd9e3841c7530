import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Branding, Organization } from '../../../access/rules/organization.ts'
import { hasFeature } from '../../../access/rules/plan.ts'
import { audited } from '../../../http/audited.ts'
import { checked } from '../../../http/input.ts'
import { data } from '../../../http/reply.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { mergePatch } from '../../../platform/values/merge-patch.ts'
import { changesOf, type Recorder } from '../../audit/rules/audit.ts'
import { LOGO_FIELDS, LOGO_THEMES, type LogoTheme } from '../rules/logo.ts'
import { brandingItem } from './branding-item.ts'
import { BrandingBody, BrandingItem, BrandingPatch } from './branding-schema.ts'

type Parts = Pick<RouteParts, 'logos' | 'store'>

const NEEDS_PLAN = 'Custom branding requires the Professional plan or a higher one.'

/** `PUT /branding` */
export const putBranding = (app: Parts) =>
  audited(app, {
    method: 'put',
    path: '/branding',
    summary: 'Replace the branding: colours, logos and widget theme',
    description:
      'Omitted fields are reset to their defaults. A logo whose URL is new, or could not be fetched before, is fetched within ten seconds at most: `effective.logos` has the outcome. Requires the Professional plan or a higher one.',
    takes: z.object({ body: BrandingBody }),
    gives: data(BrandingItem),
    problems: ['organization_not_found', 'plan_feature_required'],
    audits: 'branding.replaced',
    change: ({ publicUrl, organization }, { body: branding }, record) =>
      replace(app, publicUrl, organization, { branding, asked: LOGO_THEMES, record }),
  })

/** `PATCH /branding` */
export const patchBranding = (app: Parts) =>
  audited(app, {
    method: 'patch',
    path: '/branding',
    summary: 'Update the branding: colours, logos and widget theme',
    description: 'Omitted fields stay unchanged; null resets a field to its default. Logos are fetched as for PUT.',
    takes: z.object({ body: BrandingPatch }),
    gives: data(BrandingItem),
    problems: ['organization_not_found', 'plan_feature_required'],
    audits: 'branding.changed',
    change: ({ publicUrl, organization }, { body }, record) =>
      replace(app, publicUrl, organization, {
        branding: checked(BrandingBody, mergePatch(organization.branding, body)),
        asked: LOGO_THEMES.filter((theme) => LOGO_FIELDS[theme] in body),
        record,
      }),
  })

interface BrandingChange {
  readonly branding: Branding
  /** Themes whose logo URL is set by the request. */
  readonly asked: readonly LogoTheme[]
  readonly record: Recorder
}

const replace = async (
  app: Parts,
  publicUrl: string,
  organization: Organization,
  { branding, asked, record }: BrandingChange,
): Promise<z.input<typeof BrandingItem>> => {
  if (!hasFeature(organization, 'custom_api_access'))
    throw new Problem('plan_feature_required', { message: NEEDS_PLAN })
  const { id: organizationId, logos: before } = organization
  const logos = await app.logos.fetchLogos(organization, branding, asked)
  // A logo that could be fetched only now changes what is displayed, but no field.
  const fetched = LOGO_THEMES.filter((theme) => !isDeepStrictEqual(logos[theme], before?.[theme]))
  const changes = changesOf({
    ...changedFields(fieldsOf(branding), fieldsOf(organization.branding)),
    ...Object.fromEntries(fetched.map((theme) => [LOGO_FIELDS[theme], branding[LOGO_FIELDS[theme]]])),
  })
  if (changes.length > 0)
    await record({ subject: String(organizationId), changes }, async () => {
      if (!(await app.store.organizations.change({ organizationId }, { branding, logos })))
        throw new Problem('organization_not_found')
      if (before !== undefined) await app.logos.removeUnused({ organizationId }, logos)
    })
  return brandingItem(publicUrl, { branding, logos })
}

const changedFields = <Fields extends Readonly<Record<string, string | boolean>>>(now: Fields, before: Fields) =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => before[field] !== value))

/** The fields of a branding by path, such as `colors.primary`. */
const fieldsOf = ({ colors, widget_theme, ...plain }: Branding): Readonly<Record<string, string | boolean>> => ({
  ...plain,
  ...within('colors', colors),
  ...within('widget_theme', widget_theme),
})

const within = (parent: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${parent}.${field}`, value]))
