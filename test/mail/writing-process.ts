import { folderMailer } from '../../src/platform/mail/folder-mailer.ts'

/** Writes 60 mails to a folder with a limit of 100. */
const [folder = '', who = ''] = process.argv.slice(2)
const mailer = folderMailer(folder, { name: '', address: 'tabletalk@localhost' }, 100)
for (let sent = 1; sent <= 60; sent++)
  await mailer.send({ id: `${who}-${sent}`, to: 'ada@example.com', subject: `${who} ${sent}`, text: '' })
