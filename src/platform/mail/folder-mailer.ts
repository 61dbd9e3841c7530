import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checkMail, HEADERS, messageIdOf } from './check-mail.ts'
import type { Mailbox } from './mailbox.ts'
import { type Mail, type Mailer, MailUndelivered } from './rules/mail.ts'

/** Maximum number of mails in the folder; the oldest are deleted. */
const KEPT_MAX = 1_000

/** Older drafts were left behind by killed processes. */
const DRAFT_MS = 60_000

const NAME = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]{8}\.eml$/
const DRAFT = /^\.\d{8}T\d{9}Z-\d{6}-[0-9a-f]{8}\.eml$/

/**
 * Writes mails to a folder, one file per mail, with names that sort by time. Safe with several processes. Other files in the
 * folder are not touched.
 */
export const folderMailer = (folder: string, from: Mailbox, keptMax = KEPT_MAX): Mailer => ({
  async send(mail) {
    const name = nextName()
    const draft = path.join(folder, `.${name}`)
    const text = await emlOf(checkMail(mail), from)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Also before writing: if nothing can be deleted, retries must not fill the folder.
      await prune(folder, keptMax - 1)
      await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
      await rename(draft, path.join(folder, name))
      await prune(folder, keptMax)
    } catch (error) {
      throw new MailUndelivered(`The mail folder is not writable: ${codeOf(error)}.`)
    }
  },
})

/** Orders mails of one process within a millisecond. */
let count = 0
const nextName = (): string => {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '')
  count = (count + 1) % 1_000_000
  return `${time}-${String(count).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`
}

/**
 * Encodes a mail with an unchanged body (8bit): nodemailer would break long lines for old servers, and thereby links.
 */
const emlOf = async ({ id, to, subject, text }: Mail, from: Mailbox): Promise<string> => {
  const { default: MimeNode } = await import('nodemailer/lib/mime-node')
  const node = new MimeNode('text/plain; charset=utf-8')
  node.setHeader({ ...HEADERS, from, to: { name: '', address: to }, subject })
  node.setHeader({ 'Message-ID': messageIdOf({ id }, from), 'Content-Transfer-Encoding': '8bit' })
  return `${node.buildHeaders().replaceAll('\r\n', '\n')}\n\n${text}`
}

/** Deletes all but the newest mails, and old drafts. Concurrent deletions by other processes are ignored. */
const prune = async (folder: string, keptMax: number): Promise<void> => {
  const names = await readdir(folder)
  const mails = names.filter((name) => NAME.test(name)).toSorted()
  const oldest = mails.slice(0, Math.max(0, mails.length - keptMax))
  for (const name of oldest) await rm(path.join(folder, name), { force: true })
  for (const name of names.filter((one) => DRAFT.test(one))) {
    const { mtimeMs } = (await stat(path.join(folder, name)).catch(() => undefined)) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - DRAFT_MS) await rm(path.join(folder, name), { force: true })
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'nobody knows why'
