import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'

const HELP = `Takes the pictures of docs/pictures from a service that runs, with the demo's data.

  npm run record:pictures -- --password PASSWORD --key pk_… [--url http://127.0.0.1:3000] [--email owner@demo.example]

npm start prints the password of the owner once, and the widget key.`

const { values: given } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    email: { type: 'string', default: 'owner@demo.example' },
    password: { type: 'string' },
    key: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (given.help || given.password === undefined || given.key === undefined) {
  console.log(HELP)
  process.exit(given.help ? 0 : 1)
}

const FOLDER = path.join(import.meta.dirname, '../../docs/pictures')
const QUESTION = 'Top 5 customers by revenue'

/** The widget on a page that has nothing else. */
const pictureWidget = async (key: string): Promise<void> => {
  const page = await browser.newPage({ viewport: { width: 440, height: 720 }, locale: 'en-GB', colorScheme: 'light' })
  await page.setContent(`<!doctype html><html lang="en"><script src="${given.url}/widget.js" defer></script>
    <db-chat api-key="${key}" tenant-id="1" scope-id="visitor"></db-chat>`)
  await page.locator('.launcher').click()
  await page.locator('db-chat textarea').fill('How many orders are there per status?')
  await page.keyboard.press('Enter')
  await page.locator('.chart svg').waitFor()
  const file = path.join(FOLDER, 'widget.png')
  await page.screenshot({ path: file })
  console.log(path.relative(process.cwd(), file))
}

await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme: 'light' })
  await page.goto(`${given.url}/login`)
  await page.getByLabel('Email').fill(given.email)
  await page.getByLabel('Password').fill(given.password)
  await page.keyboard.press('Enter')
  await page.getByLabel('As tenant').fill('1')
  await page.getByLabel('Question', { exact: true }).fill(QUESTION)
  await page.keyboard.press('Enter')
  await page.locator('.chart svg').waitFor()
  await page.getByRole('button', { name: 'Receipt' }).click()
  await page.locator('aside.receipt pre').first().waitFor()
  const file = path.join(FOLDER, 'answer.png')
  await page.screenshot({ path: file })
  console.log(path.relative(process.cwd(), file))
  await pictureWidget(given.key)
} finally {
  await browser.close()
}
