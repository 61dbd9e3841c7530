import { randomUUID } from 'node:crypto'
import express from 'express'
import type { Browser } from 'playwright-core'
import { DEMO } from '../../demo/organization.ts'
import { listen } from '../../src/http/listen.ts'
import { accepted, PASSWORD } from '../accounts/logged-in.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'
import { violations, visit } from '../web/portal-browser.ts'
import { startResourceServer } from './resource-server.ts'
import { scriptedHost } from './scripted-host.ts'

let platform: Platform
let server: Awaited<ReturnType<typeof startResourceServer>>
let browser: Browser
/** The page of the host to which the browser is sent back. */
let host: Awaited<ReturnType<typeof listen>>
let redirectUri: string
beforeAll(async () => {
  platform = await startPlatform({ portal: await builtPortal() })
  server = await startResourceServer(platform)
  browser = await launchBrowser()
  const callback = express().get('/callback', (_req, res) => void res.send('<title>Host</title>'))
  host = await listen(callback, '127.0.0.1', 0)
  redirectUri = `http://127.0.0.1:${host.port}/callback`
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([host.drain(100), server.close(), platform.close()])
})

describeInBrowser('The consent page', () => {
  it('logs in a user, who chooses databases and tenant, allows the app, and disconnects it later', async () => {
    const { organizationId, databaseId } = platform.access
    const id = randomUUID()
    const open = { ...DEMO.database, organizationId, id, name: 'Unscoped', requiresOrganizationScoping: false }
    await platform.app.store.databases.put(open, `sqlite:${testServers().demoFile}`)
    const person = await accepted(platform, 'member')
    const app = scriptedHost(`${platform.baseUrl}/mcp`, { redirectUri })
    const { page, context, complaints } = await visit(browser)
    await page.goto((await app.begin()).href)
    await page.locator('[name=email]').fill(person.email)
    await page.locator('[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connect an app' }).waitFor()
    await page.getByText('Scripted host').waitFor()
    await page.getByText(new URL(redirectUri).host).waitFor()
    const allow = page.getByRole('button', { name: 'Allow' })
    await allow.click()
    await page.getByText('Choose at least one database.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel(DEMO.database.name).check()
    await page.getByLabel('Unscoped').check()
    await allow.click()
    await page.getByText('Choose databases with tenants or databases without').waitFor()
    await page.getByLabel('Unscoped').uncheck()
    await page.getByLabel('Tenant').fill('one')
    await allow.click()
    await page.locator('[name=tenant][aria-invalid=true]').waitFor()
    await page.getByLabel('Tenant').fill('2')
    await allow.click()
    await page.waitForURL(`${redirectUri}**`)
    expect(complaints).toEqual([])
    const { access_token: token } = await app.finish(new URL(page.url()))
    const { body } = await server.ask(token)
    expect(body.data.caller).toMatchObject({ userId: person.id, tenantId: '2', databaseIds: [databaseId] })

    await page.goto(`${platform.baseUrl}/account`)
    await page.getByRole('button', { name: 'Disconnect Scripted host' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByText('No app is connected.').waitFor()
    expect((await server.ask(token)).status).toBe(401)
    await context.close()
  })

  it('refuses an app, and shows a request that is over as such, in German too', async () => {
    const person = await accepted(platform, 'member')
    const app = scriptedHost(`${platform.baseUrl}/mcp`, { redirectUri })
    const { page, context } = await visit(browser, { locale: 'de-DE' })
    await page.goto((await app.begin()).href)
    await page.waitForURL('**/login?**')
    const request = new URL(page.url()).searchParams.get('next') ?? ''
    await page.locator('[name=email]').fill(person.email)
    await page.locator('[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Ablehnen' }).click()
    await page.waitForURL(`${redirectUri}**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
    await page.goto(new URL(request, platform.baseUrl).href)
    await page.getByText('Diese Anfrage einer App ist abgelaufen oder schon beantwortet.').waitFor()
    await context.close()
  })
})
