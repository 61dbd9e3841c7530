import { readFileSync } from 'node:fs'
import { evaluationLines } from '../../demo/evaluation-questions.ts'
import { DEMO } from '../../demo/organization.ts'
import { readQuestions } from '../../src/manage/written-files/question-file.ts'

const text = readFileSync(new URL('../../demo/eval.jsonl', import.meta.url), 'utf8')

describe('demo/eval.jsonl, the demo questions for `tabletalk eval`', () => {
  it('equals the output of evaluationLines()', () => {
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(evaluationLines())
  })

  it('is valid for every tenant, and contains no year', () => {
    for (const { id } of DEMO.tenants) expect(readQuestions(text, { tenantId: String(id) })).toHaveLength(29)
    expect(text).not.toMatch(/\{year|20\d\d/)
    expect(text.match(/"after"/g)).toHaveLength(4)
  })
})
