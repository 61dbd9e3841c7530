import { parseSync } from '@swc/core'

/** One small change of a file. */
export interface Mutant {
  readonly file: string
  readonly line: number
  /** The kind of change, and the text before and after. */
  readonly kind: string
  readonly before: string
  readonly after: string
  /** The whole file with the change. */
  readonly text: string
}

interface Edit {
  readonly kind: string
  /** Offset in bytes. */
  readonly start: number
  readonly end: number
  readonly after: string
}

interface Node {
  readonly type: string
  readonly span: { readonly start: number; readonly end: number }
  readonly [key: string]: unknown
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
}

const OTHER_METHODS: Readonly<Record<string, string>> = { every: 'some', some: 'every' }

/** Prefix of the file that keeps the parser's offsets, which are cumulative over files, in step with it. */
const MARK = '0;'

/** All mutants of a source file. Texts for people (ending with a full stop) are not changed. */
export const mutantsOf = (file: string, text: string): readonly Mutant[] => {
  const bytes = Buffer.from(text)
  const program = parseSync(MARK + text, { syntax: 'typescript', target: 'es2024' })
  const base = (program.body[0]?.span.start ?? 0) + MARK.length
  const edits: Edit[] = []
  const textOf = (start: number, end: number) => bytes.subarray(start, end).toString()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    else if (isNode(value)) {
      if (value.type.startsWith('Ts') || value.type === 'ImportDeclaration') return
      edits.push(...editsOf(value, (node) => [node.span.start - base, node.span.end - base], textOf))
      for (const [key, field] of Object.entries(value))
        if (key !== 'typeAnnotation' && key !== 'returnType') walk(field)
    } else if (typeof value === 'object' && value !== null) for (const field of Object.values(value)) walk(field)
  }
  walk(program.body.slice(1))
  return edits
    .filter(({ start, end, after }) => textOf(start, end) !== after)
    .map(({ kind, start, end, after }) => ({
      file,
      kind,
      after,
      before: textOf(start, end),
      line: textOf(0, start).split('\n').length,
      text: textOf(0, start) + after + textOf(end, bytes.length),
    }))
}

type Place = (node: Node) => readonly [start: number, end: number]
type TextOf = (start: number, end: number) => string

const editsOf = (node: Node, place: Place, textOf: TextOf): readonly Edit[] => {
  const [start, end] = place(node)
  const whole = (kind: string, after: string): Edit => ({ kind, start, end, after })
  switch (node.type) {
    case 'BinaryExpression': {
      const { left, right, operator } = node
      const opposite = OPPOSITES[String(operator)]
      if (opposite === undefined || !isNode(left) || !isNode(right)) return []
      const [from, to] = [place(left)[1], place(right)[0]]
      const at = from + textOf(from, to).indexOf(String(operator))
      return [{ kind: 'operator', start: at, end: at + String(operator).length, after: opposite }]
    }
    case 'UnaryExpression':
      return node.operator === '!' && isNode(node.argument) ? [whole('negation', textOf(...place(node.argument)))] : []
    case 'BooleanLiteral':
      return [whole('boolean', String(node.value !== true))]
    case 'NumericLiteral':
      return [whole('number', String(Number(node.value) + 1))]
    case 'StringLiteral': {
      const value = String(node.value)
      return value === '' || value.endsWith('.') ? [] : [whole('text', "''")]
    }
    case 'IfStatement':
    case 'ConditionalExpression': {
      if (!isNode(node.test)) return []
      const [from, to] = place(node.test)
      return ['true', 'false'].map((after) => ({ kind: 'condition', start: from, end: to, after }))
    }
    case 'ThrowStatement':
      return [whole('throw', ';')]
    case 'CallExpression':
      return editsOfCall(node, place)
    default:
      return []
  }
}

const editsOfCall = (node: Node, place: Place): readonly Edit[] => {
  const { callee } = node
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee.property) || !isNode(callee.object))
    return []
  const method = String(callee.property.value)
  const [start, end] = place(callee.property)
  const other = OTHER_METHODS[method]
  if (other !== undefined) return [{ kind: 'method', start, end, after: other }]
  return method === 'filter'
    ? [{ kind: 'no filter', start: place(callee.object)[1], end: place(node)[1], after: '' }]
    : []
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'span' in value
