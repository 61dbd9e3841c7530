import type { Browser } from 'playwright-core'
import { describeInBrowser, launchBrowser } from '../../support/browser.ts'
import { builtPortal } from '../../support/built-portal.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { auditPages } from '../../web/audit-pages.ts'
import { billingPages } from '../../web/billing-pages.ts'
import { brandingPages } from '../../web/branding-pages.ts'
import type { Managing } from '../../web/managing-browser.ts'
import { personalityPages } from '../../web/personality-pages.ts'
import { queriesPages } from '../../web/queries-pages.ts'
import { ssoPages } from '../../web/sso-pages.ts'
import { usagePages } from '../../web/usage-pages.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  const env = { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' }
  platform = await startPlatform({ portal: await builtPortal(), env })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform.close()
})

const started = (): Managing => ({ platform, browser })

describeInBrowser('Rarely used management pages', () => {
  ssoPages(started)
  personalityPages(started)
  usagePages(started)
  auditPages(started)
  billingPages(started)
  queriesPages(started)
  brandingPages(started)
})
