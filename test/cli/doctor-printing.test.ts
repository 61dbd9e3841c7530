import { printFindings } from '../../src/cli/doctor.ts'
import { missing } from '../../src/platform/values/finding.ts'

const QUOTED = missing('database crm', 'it says \u001b[2Jno\u0007\nand \u202emore', 'ask \u009b31mAnna')

const printed = (json: boolean): string => {
  let out = ''
  const write = (text: string): void => {
    out += text
  }
  expect(printFindings([QUOTED], { json, hasVerdict: true }, { write, width: undefined })).toBe(false)
  return out
}

describe('printed findings of tabletalk doctor', () => {
  it('contain no control characters in JSON, and keep their line breaks', () => {
    expect(JSON.parse(printed(true))).toEqual({
      ok: false,
      findings: [{ what: 'database crm', state: 'missing', detail: 'it says [2Jno\nand more', helps: ['ask 31mAnna'] }],
    })
  })

  it('contain no control characters in text', () => {
    const out = printed(false)
    expect(out).toMatch(/database crm {2}it says \[2Jno\n +and more\n +fix: ask 31mAnna\n\nnpm start cannot work yet/)
    for (const control of ['\u0007', '\u009b', '\u202e']) expect(out).not.toContain(control)
  })
})
