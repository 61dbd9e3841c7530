import { DEMO } from '../../demo/organization.ts'
import type { Managing } from './managing-browser.ts'
import { openAs } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

const ORDERS = { question: 'How many orders are there?', gold: 'SELECT COUNT(*) FROM orders' }
const WRONG = { question: 'How many customers do we have?', gold: 'SELECT 4711', tags: ['count'] }

const file = (...lines: readonly (object | string)[]) => ({
  name: 'questions.jsonl',
  mimeType: 'application/jsonl',
  buffer: Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')),
})

/** Tests of the evaluation pages. */
export const evaluationPages = (started: () => Managing): void => {
  describe('Evaluation pages', () => {
    it('report invalid lines of a question file, run a file, show gold and actual rows of a wrong answer, and compare runs', async () => {
      const { platform } = started()
      const managing = { headers: { 'X-Tenant-Id': null, 'X-Scope-Id': null } }
      const { page, context } = await openAs(started(), 'admin', '/evaluation')
      await page.getByText('No questions were evaluated in the last 30 days.').waitFor()
      await page.getByRole('button', { name: 'Run a file' }).click()
      const dialog = page.getByRole('dialog', { name: 'Run a file' })
      const run = dialog.getByRole('button', { name: 'Run a file' })
      await dialog.getByLabel('Database').selectOption(DEMO.database.name)
      await run.click()
      await dialog.getByText('Choose a file.').waitFor()
      const chosen = dialog.getByLabel('File of questions')
      await chosen.setInputFiles(file({ id: 1, ...ORDERS }, '', 'no JSON'))
      await dialog.getByText('Line 3: This is not JSON.').waitFor()
      await chosen.setInputFiles(file('', { id: 1, ...ORDERS }, '', { id: 2, question: 'Why?', gold: [] }))
      await run.click()
      await dialog.getByText('Line 4: gold must not be empty').waitFor()
      await chosen.setInputFiles(file({ id: 1, ...ORDERS }, { id: 'wrong', ...WRONG }))
      await run.click()
      await dialog
        .getByText(/^tenant_id.*is required|has tenant scoping/)
        .first()
        .waitFor()
      await dialog.getByLabel('Tenant').fill('1')
      await run.click()

      await page.getByText('Finished').waitFor()
      await page.getByText('Not answered right').waitFor()
      await page.locator('summary').getByText(WRONG.question).click()
      await page.getByRole('group', { name: 'Gold: wrong' }).getByRole('rowheader', { name: '4711' }).waitFor()
      await page.getByRole('group', { name: 'Found: wrong' }).getByRole('rowheader').waitFor()
      expect(await page.getByRole('group', { name: 'By tag', exact: true }).getByRole('row').allTextContents()).toEqual(
        ['TagAskedRightDeclinedWrongFailed', 'count10010'],
      )
      expect(await violations(page)).toEqual([])
      const first = page.url().split('/').at(-1) ?? ''

      const questions = [{ id: 'wrong', ...WRONG, gold: 'SELECT COUNT(*) FROM customers' }]
      const body = { database_id: DEMO.database.id, tenant_id: '1', questions }
      const second = (await platform.request('/api/v1/evaluations', { ...managing, json: body })).body.data.id
      await page.goto(`${platform.baseUrl}/evaluation/${second}?with=${first}`)
      await page.getByText('By the 1 questions that both have.').waitFor()
      const better = page.getByRole('group', { name: 'Became better', exact: true }).getByRole('row')
      expect(await better.allTextContents()).toEqual(['QuestionBeforeNow', 'wrongWrongRight'])
      await page.getByLabel('Compare with').selectOption('none')
      await better.first().waitFor({ state: 'detached' })
      await page.getByRole('main').getByRole('link', { name: 'Evaluation' }).click()
      const rows = page.getByRole('group', { name: 'Evaluation', exact: true }).getByRole('row')
      await rows.nth(2).waitFor()
      const { data } = (await platform.request('/api/v1/evaluations', managing)).body
      expect(data.map(({ id, right, wrong }: Record<string, unknown>) => [id, right, wrong])).toEqual([
        [second, 1, 0],
        [first, 1, 1],
      ])
      await context.close()
    })
  })
}
