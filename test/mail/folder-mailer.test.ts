import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { folderMailer } from '../../src/platform/mail/folder-mailer.ts'
import { MailRefused, MailUndelivered } from '../../src/platform/mail/rules/mail.ts'

const FROM = { name: 'Tabletalk', address: 'tabletalk@localhost' }
const MAIL = { id: 'mail-1', to: 'ada@example.com', subject: 'Hello', text: 'A line.\n' }

let home: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-mails-'))
})
afterEach(() => rm(home, { recursive: true }))

const folder = () => path.join(home, 'mails')
/** In the order of their names. */
const mails = async (): Promise<string[]> => {
  const names = (await readdir(folder())).filter((name) => name.endsWith('.eml')).toSorted()
  return await Promise.all(names.map((name) => readFile(path.join(folder(), name), 'utf8')))
}
const subjects = async (): Promise<(string | undefined)[]> =>
  (await mails()).map((source) => /^Subject: (.*)$/m.exec(source)?.[1])

describe('the mail folder', () => {
  it('stores each mail as a file readable by its owner only, with the text unchanged', async () => {
    const text = `Schöne Grüße:\nhttps://portal.example.com/invitation#token=${'t'.repeat(200)}\n`
    await folderMailer(folder(), FROM).send({ ...MAIL, subject: 'Grüße', text })
    const [name = ''] = await readdir(folder())
    expect(name).toMatch(/^\d{8}T\d{9}Z-\d{6}-[0-9a-f]{8}\.eml$/)
    expect((await stat(path.join(folder(), name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder())).mode & 0o777).toBe(0o700)
    const [source = ''] = await mails()
    const [head, ...body] = source.split('\n\n')
    expect(body.join('\n\n')).toBe(text)
    expect(head).toContain('To: ada@example.com\n')
    expect(head).toContain('Message-ID: <mail-1@localhost>\n')
    expect(head).toContain('From: Tabletalk <tabletalk@localhost>\n')
    expect(head).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\n')
    expect(head).toMatch(/^Content-Transfer-Encoding: 8bit$/m)
  })

  it('keeps mails in order and removes the oldest beyond the limit', async () => {
    const mailer = folderMailer(folder(), FROM, 5)
    for (let sent = 1; sent <= 12; sent++) await mailer.send({ ...MAIL, subject: `mail ${sent}` })
    expect(await subjects()).toEqual([8, 9, 10, 11, 12].map((sent) => `mail ${sent}`))
  })

  it('keeps other files and drafts in progress, and removes drafts of killed processes', async () => {
    const mailer = folderMailer(folder(), FROM, 1)
    await mailer.send(MAIL)
    const drafts = ['.20260101T000000000Z-000001-00000000.eml', '.20260101T000000000Z-000002-00000000.eml']
    for (const name of ['a note.eml', ...drafts]) await writeFile(path.join(folder(), name), '')
    const [left = '', begun = ''] = drafts
    await utimes(path.join(folder(), left), 0, 0)
    await mailer.send(MAIL)
    const names = await readdir(folder())
    expect(names).toHaveLength(3)
    expect(names).toEqual(expect.arrayContaining(['a note.eml', begun]))
  })

  it('keeps all mails of two concurrent processes, up to the limit', async () => {
    const writers = ['left', 'right'].map((who) =>
      fork(path.join(import.meta.dirname, 'writing-process.ts'), [folder(), who], { stdio: 'inherit' }),
    )
    const ended = writers.map((writer) => once(writer, 'exit'))
    expect(await Promise.all(ended)).toEqual([
      [0, null],
      [0, null],
    ])
    const kept = await subjects()
    expect(kept).toHaveLength(100)
    for (const who of ['left', 'right']) expect(kept).toContain(`${who} 60`)
    expect(await readdir(folder())).toHaveLength(100)
  }, 60_000)

  it('takes no header or recipient from any field', async () => {
    const mailer = folderMailer(folder(), FROM)
    const injected = 'x\r\nBcc: eve@example.com\r\n\r\ntext'
    await expect(mailer.send({ ...MAIL, to: injected })).rejects.toThrow(MailRefused)
    await mailer.send({ ...MAIL, subject: injected, text: injected })
    const [source = ''] = await mails()
    expect(source.split('\n\n')[0]).not.toMatch(/^(bcc|text)/im)
  })

  it('delays mails if it is not writable, and reports why without addresses', async () => {
    await writeFile(folder(), 'a file')
    const sending = folderMailer(folder(), FROM).send(MAIL)
    await expect(sending).rejects.toThrow(MailUndelivered)
    await expect(sending).rejects.toThrow('The mail folder is not writable: EEXIST.')
  })
})
