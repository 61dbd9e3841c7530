import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const executablePath = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name)))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

if (executablePath === undefined) console.warn('skipped: the browser tests need chromium on PATH')

/** `describe` where there is a browser. */
export const describeInBrowser = executablePath === undefined ? describe.skip : describe

/** A name that is not loopback, although what is asked there is this machine. */
export const OTHER_NAME = 'tabletalk.test'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${OTHER_NAME} 127.0.0.1`],
  })
