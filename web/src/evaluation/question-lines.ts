import type { components } from '../../../clients/typescript/src/index.ts'
import { evaluationTexts as says } from './texts.ts'

/** Maximum of one request (docs/evaluation.md). */
export const QUESTIONS_MAX = 500
export const FILE_KB_MAX = 250

type Question = components['schemas']['EvaluationRequest']['questions'][number]

/** A question with its line number, from 1. */
interface WrittenLine {
  readonly line: number
  readonly value: Question
}

export interface FileMistake {
  readonly line: number
  readonly message: string
}

interface ReadLines {
  readonly lines: readonly WrittenLine[]
  readonly mistakes: readonly FileMistake[]
}

/** Parses a text with one JSON object per line; blank lines are skipped. */
export const readLines = (text: string): ReadLines => {
  const lines: WrittenLine[] = []
  const mistakes: FileMistake[] = []
  for (const [index, json] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (json.trim() === '') continue
    const line = index + 1
    try {
      // The service validates its fields.
      const value: Question | null = JSON.parse(json)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) lines.push({ line, value })
      else mistakes.push({ line, message: says.notObject })
    } catch {
      mistakes.push({ line, message: says.notJson })
    }
  }
  return { lines, mistakes }
}

/** Errors of the service with their line: `questions.3.gold` is in the fourth question. */
export const fileMistakes = (
  details: readonly { readonly field: string; readonly message: string }[],
  lines: readonly WrittenLine[],
): readonly FileMistake[] =>
  details.flatMap(({ field, message }) => {
    const [, index, path] = /^questions\.(\d+)(?:\.(.+))?$/.exec(field) ?? []
    const line = index === undefined ? undefined : lines[Number(index)]?.line
    return line === undefined ? [] : [{ line, message: path === undefined ? message : `${path} ${message}` }]
  })
