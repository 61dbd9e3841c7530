import { randomUUID } from 'node:crypto'
import { DEMO } from '../../demo/organization.ts'
import { derivedKeyText } from '../../src/manage/api-keys/store/api-key-text.ts'
import { deriveKey } from '../../src/store/sealer.ts'
import { type Platform, SECRET } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'
import { type Managing, openAs } from './managing-browser.ts'
import { violations, visit } from './portal-browser.ts'

const OTHER = { id: 702, name: 'Harbor Analytics' }
const QUESTION = 'How many archived orders are there?'

/** Creates a failed turn of the demo organization and one of another: their database file does not exist. */
const createFailedTurns = async ({ app, request, access }: Platform): Promise<void> => {
  const key = derivedKeyText('organization', 'other702', deriveKey(SECRET, 'api-keys'))
  await app.store.organizations.put({ ...DEMO.organization, branding: DEMO.branding, ...OTHER })
  await app.store.apiKeys.put({ id: 'other702', kind: 'organization', organizationId: OTHER.id, userId: 1 }, key)
  for (const [organizationId, headers] of [
    [access.organizationId, {}],
    [OTHER.id, { 'X-API-Key': key }],
  ] as const) {
    const id = randomUUID()
    await app.store.databases.put(
      { ...DEMO.database, id, name: 'archive', organizationId },
      'sqlite:/absent/archive.db',
    )
    await request('/api/v1/chat/message', { json: { message: QUESTION, database_id: id }, headers })
  }
}

/** Tests of the operator pages. */
export const operatorsPages = (started: () => Managing): void => {
  describe('Operator pages', () => {
    beforeAll(async () => {
      const { platform } = started()
      await createFailedTurns(platform)
      const { token } = await platform.app.operators.issue('Ann', 3_600)
      const headers = { 'X-API-Key': null, Authorization: `Bearer ${token}` }
      // Temporal lists closed workflows with a delay.
      await waitFor('both turns', async () => {
        const { body } = await platform.request('/api/v1/turns?state=failed', { headers })
        return new Set(body.data.turns.map((turn: { organization_id: number }) => turn.organization_id)).size > 1
      })
    })

    it('show an owner only turns of their organization, with question and advice, filtered by URL parameters', async () => {
      const { page, context, complaints } = await openAs(started(), 'owner', '/operators/turns?show=failed')
      const row = page.getByRole('row').filter({ hasText: QUESTION })
      await row.getByText('Failed').waitFor()
      await row.getByText('The database cannot be reached at the moment.').click()
      await row.getByText('check that it runs and that this host may connect to it').waitFor()
      const run = await row.getByRole('link', { name: 'Open run' }).getAttribute('href')
      expect(run).toMatch(/^http:\/\/temporal\.example\/namespaces\/\w+\/workflows\/turn%2F/)
      const text = (await page.getByRole('main').textContent()) ?? ''
      expect(text).not.toContain(OTHER.name)
      expect(await page.getByRole('columnheader', { name: 'Organization' }).count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Health' }).count()).toBe(0)
      await page.getByLabel('Database').selectOption('archive')
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('link', { name: 'Clear filters' }).waitFor()
      await row.first().waitFor()
      expect(new URL(page.url()).searchParams.get('show')).toBe('failed')
      await page.getByRole('link', { name: 'Cancelled' }).click()
      await page.getByText('No turns are like that.').waitFor()
      expect(await violations(page)).toEqual([])
      await page.goto(`${started().platform.baseUrl}/operators/health`)
      await page.getByLabel('Operator’s credential').waitFor()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Turns' }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    })

    it('show an operator all organizations without questions, remove the credential from the URL, and send it only to operator endpoints', async () => {
      const { platform, browser } = started()
      const { page, context, complaints } = await visit(browser, { reducedMotion: 'reduce' })
      const { token, id } = await platform.app.operators.issue('Ann', 3_600)
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.headers().authorization !== undefined) sent.push(new URL(request.url()).pathname)
      })
      await page.goto(`${platform.baseUrl}/operators/turns#credential=${token}`)
      await page.getByRole('row').filter({ hasText: OTHER.name }).first().waitFor()
      expect(page.url()).toBe(`${platform.baseUrl}/operators/turns`)
      const text = (await page.getByRole('main').textContent()) ?? ''
      expect(text).toContain(DEMO.organization.name)
      expect(text).not.toContain(QUESTION)
      await page.getByRole('link', { name: OTHER.name }).first().click()
      await page.getByRole('row').filter({ hasText: DEMO.organization.name }).first().waitFor({ state: 'detached' })
      expect(await violationsInLayouts(page)).toEqual([])

      await page.getByRole('link', { name: 'Health' }).click()
      await page.getByRole('listitem').filter({ hasText: 'Workers' }).getByText('OK').waitFor()
      expect(await violationsInLayouts(page)).toEqual([])
      await page.getByRole('link', { name: 'Limits' }).click()
      await page.getByText('No turns are running.').or(page.getByRole('table')).first().waitFor()
      await page.getByLabel('Organization number').fill(`${OTHER.id}`)
      await page.keyboard.press('Enter')
      await page.getByRole('row').filter({ hasText: OTHER.name }).waitFor()
      expect(await violationsInLayouts(page)).toEqual([])

      const routes = new Set(['/api/v1/turns', '/api/v1/operators/health', '/api/v1/operators/limits'])
      expect(new Set(sent)).toEqual(routes)
      const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
      expect(stored + (await page.content())).not.toContain(token)
      await platform.app.store.operators.remove(id)
      await page.getByText('This operator credential was revoked').first().waitFor()
      expect(await page.getByRole('table').count()).toBe(0)
      expect(await violationsInLayouts(page)).toEqual([])

      const second = await platform.app.operators.issue('Ann', 3_600)
      await page.getByLabel('Operator’s credential').fill(second.token)
      await page.keyboard.press('Enter')
      await page.getByRole('row').filter({ hasText: OTHER.name }).waitFor()
      await page.getByRole('button', { name: 'Forget the credential' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Enter a credential.').waitFor()
      const address = page.url()
      // Only the fragment changes, so the page does not reload.
      await page.goto(`${address}#credential=${second.token}`)
      await page.getByRole('row').filter({ hasText: OTHER.name }).waitFor()
      expect(page.url()).toBe(address)
      expect(complaints).toEqual([])
      await context.close()
    })
  })
}

/** Axe violations in the narrow dark and the wide light layout. */
const violationsInLayouts = async (page: Parameters<typeof violations>[0]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const [width, colorScheme] of [
    [400, 'dark'],
    [1_280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    found.push(...(await violations(page)))
  }
  return found
}
