import { MAIL_RETRY } from '../../../src/manage/accounts/rules/mail-request.ts'
import { isMailAddress } from '../../../src/platform/mail/rules/mail.ts'
import {
  invitationMail,
  NAME_MAX,
  passwordResetMail,
  verificationMail,
} from '../../../src/platform/mail/rules/mail-texts.ts'
import { toSingleLine } from '../../../src/platform/mail/rules/one-line.ts'

const facts = {
  token: 'tok_en-1',
  organizationName: 'Acme Motors',
  organizationId: 7,
  expiresAt: new Date('2026-12-01T08:30:59Z'),
}
const portalUrl = 'https://portal.example.com'

describe('Text of a mail', () => {
  it('of an invitation names the organization, the expiry and the link', () => {
    const { subject, text } = invitationMail({ ...facts, portalUrl })
    expect(subject).toBe('Invitation to Acme Motors')
    expect(text).toContain('You are invited to join “Acme Motors” (organization 7)')
    expect(text).toContain('until 2026-12-01 08:30 UTC:\n\nhttps://portal.example.com/invitation#token=tok_en-1\n')
  })

  it('of a password reset states that nothing has changed if the reader did not request it', () => {
    const { text } = passwordResetMail({ ...facts, portalUrl })
    expect(text).toContain('If it was not you, ignore this: nothing has changed')
    expect(text).toContain('https://portal.example.com/password-reset#token=tok_en-1\n')
    expect(verificationMail({ ...facts, portalUrl }).text).toContain('/email-verification#token=tok_en-1\n')
  })

  it('contains the token only in the fragment of a link, which server logs do not record', () => {
    for (const make of [invitationMail, verificationMail, passwordResetMail]) {
      const { text } = make({ ...facts, token: 'a&b#c/d', portalUrl })
      const [link = ''] = text.match(/https:\S+/) ?? []
      expect(new URL(link).hash).toBe('#token=a%26b%23c%2Fd')
      expect(text.split('token')).toHaveLength(2)
    }
  })

  it.each([
    ['/api/v1/auth/invitations/accept', invitationMail],
    ['/api/v1/auth/email-verifications/confirm', verificationMail],
    ['/api/v1/auth/password-resets/confirm', passwordResetMail],
  ])('shows the token and the request to %s if there is no portal', (route, make) => {
    const { text } = make({ ...facts, token: "it's" })
    expect(text).toContain(`POST ${route}:\n\nit's\n`)
    expect(text).toContain(`curl -sS "$BASE_URL${route}" \\\n`)
    expect(text).toMatch(/-d '\{"token":"it'\\''s"[,}]/)
    for (const line of text.split('\n').filter((one) => /curl|-[Hd] /.test(one))) expect(line.length).toBeLessThan(77)
  })

  it('keeps a hostile organization name on one line and within its length', () => {
    const hostile = `Acme\r\n\r\nYour account is locked: https://evil.example\u2028\u202Eabc${'!'.repeat(10_000)}`
    for (const make of [invitationMail, verificationMail, passwordResetMail]) {
      const [plain, changed] = [make(facts), make({ ...facts, organizationName: hostile })]
      expect(changed.text.split('\n')).toHaveLength(plain.text.split('\n').length)
      expect(changed.text.length).toBeLessThan(plain.text.length + 2 * NAME_MAX)
      expect(changed.subject + changed.text).not.toMatch(/[\r\u2028\u202E]/)
      expect(changed.subject).not.toContain('\n')
    }
    expect(invitationMail({ ...facts, organizationName: ' \n ' }).subject).toBe('Invitation to an organization')
  })

  it.each([
    ['https://evil.example/login', 'https[:]//evil[.]example/login'],
    ['Pay at www.evil.example:8080', 'Pay at www[.]evil[.]example[:]8080'],
    ['a@evil.example', 'a@evil[.]example'],
    ['mailto:a@b', 'mailto[:]a@b'],
    ['evil。example, evil．example', 'evil[.]example, evil[.]example'],
    ['evil.\u200Dexample', 'evil[.]\u200Dexample'],
    ['Acme Inc. & St. Mary: repairs', 'Acme Inc. & St. Mary: repairs'],
    ['=?utf-8?Q?Your_account_is_locked?= Acme', 'Acme'],
    ['=?=?x?q?y?=utf-8?b?QQ==?= Acme', 'Acme'],
    ['=?utf-8?q?=?utf-8?q?a?=b?= Acme', 'Acme'],
    ['=?utf-8?Q?half', 'utf-8?Q?half'],
    ['=?utf-8\u0000?q?a b?= Acme\u0007', 'Acme'],
  ])('contains no link and no encoded word from the name %j', (organizationName, shown) => {
    for (const make of [invitationMail, verificationMail, passwordResetMail])
      expect(make({ ...facts, organizationName }).text).toContain(`“${shown}”`)
    expect(invitationMail({ ...facts, organizationName }).subject).toBe(`Invitation to ${shown}`)
  })

  it('keeps joiners of scripts and emoji, and never splits a character', () => {
    expect(toSingleLine('می\u200Cخواهم 👩\u200D🔧', 40)).toBe('می\u200Cخواهم 👩\u200D🔧')
    expect(toSingleLine(`${'a'.repeat(8)}🧮🧮`, 10)).toBe('aaaaaaaa…')
    expect(toSingleLine('\uD800x', 10).isWellFormed()).toBe(true)
  })
})

it('isMailAddress accepts any script and rejects characters with a meaning in a mail header', () => {
  for (const address of ['a@b', "o'neil+x@example.co.uk", 'jürgen@exämple.com', '用户@例子.公司'])
    expect([address, isMailAddress(address)]).toEqual([address, true])
  for (const address of ['a@b>', 'a,b@c', 'a b@c', 'a@b\n', 'a@@b', 'a\u200B@b', '"a"@b', 'a(b)@c', 'a@[b]'])
    expect([address, isMailAddress(address)]).toEqual([address, false])
})

it('MAIL_RETRY retries a failed mail with intervals from 1 second to 10 minutes for three days', () => {
  const { initialMs, maximumMs, attemptsMax } = MAIL_RETRY
  const intervals = Array.from({ length: attemptsMax - 1 }, (_, at) => Math.min(maximumMs, initialMs * 2 ** at))
  expect([intervals[0], intervals.at(-1)]).toEqual([1_000, 600_000])
  const days = intervals.reduce((sum, ms) => sum + ms, 0) / (24 * 3_600_000)
  expect(days).toBeGreaterThan(2.98)
  expect(days).toBeLessThan(3.02)
})
