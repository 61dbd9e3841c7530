import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Platform } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'

/** A unique address. */
export const freshAddress = (name = 'ann'): string => `${name}-${crypto.randomUUID()}@shop.example`

/** The mails to an address so far, oldest first. */
export const mailsTo = async ({ env }: Pick<Platform, 'env'>, address: string): Promise<readonly string[]> => {
  const folder = path.join(env.TABLETALK_HOME ?? '', 'mails')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => '')))
  return texts.filter((text) => text.includes(`To: ${address}\n`))
}

/** Waits for a mail to an address and returns its token. @param nth if there are several */
export const tokenTo = async (
  platform: Pick<Platform, 'env'>,
  address: string,
  subject: string,
  nth = 1,
): Promise<string> =>
  await waitFor(`a mail about ${subject}`, async () => {
    const mails = (await mailsTo(platform, address)).filter((text) => text.includes(`Subject: ${subject}`))
    return /mt_[\w-]{43}/.exec(mails[nth - 1] ?? '')?.[0]
  })
