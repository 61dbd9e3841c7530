import type { Branding, Organization } from '../src/access/rules/organization.ts'
import type { DatabaseSettings } from '../src/manage/databases/rules/database-settings.ts'
import { DEMO_GLOSSARY } from './glossary.ts'
import { DEMO_POLICY } from './policy.ts'
import { DEMO_SHOPS } from './shops/demo-shops.ts'

export interface Demo {
  readonly organization: Pick<Organization, 'name' | 'plan'>
  readonly database: Omit<DatabaseSettings, 'organizationId'>
  readonly tenants: readonly { readonly id: number; readonly name: string }[]
  readonly scopes: readonly string[]
  readonly branding: Branding
}

/** The organization that a fresh installation starts with: a platform whose tenants are shops. */
export const DEMO: Demo = {
  organization: { name: 'Market Square', plan: 'professional' },
  database: {
    id: '5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01',
    name: 'shops',
    engine: 'sqlite',
    requiresOrganizationScoping: true,
    policy: DEMO_POLICY,
    glossary: DEMO_GLOSSARY,
  },
  tenants: DEMO_SHOPS.map(({ id, name }) => ({ id, name })),
  scopes: [...new Set(DEMO_SHOPS.flatMap(({ salesPeople }) => salesPeople))],
  branding: {
    colors: {
      primary: '#1f6f5c',
      secondary: '#14342b',
      accent: '#f2a541',
      text_primary: '#1b1b1b',
      text_secondary: '#5c6662',
    },
    logo_url: 'https://marketsquare.example/logo.svg',
    logo_dark_url: 'https://marketsquare.example/logo-dark.svg',
    widget_theme: {
      position: 'bottom-right',
      greeting_message: 'Hello! Ask me about your shop: orders, customers, products …',
      placeholder_text: 'For example: how many orders came in last month?',
      header_color: '#1f6f5c',
    },
    hide_service_branding: false,
  },
}
