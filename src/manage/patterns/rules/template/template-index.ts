import { withoutClosing } from '../../../../ask/rules/closing-marks.ts'
import { PLACES } from './query-template.ts'
import { QuestionReading, type SlotKind, type Span } from './question-reading.ts'

interface Node {
  /** By the words up to a slot, and its kind. */
  readonly next: Map<string, Node>
  /** Characters of the longest of these words. */
  longest: number
  /** By the words after the last slot. */
  readonly ends: Map<string, string[]>
}

/** A template whose words a question has, and the values that the question has in its places. */
export interface FoundTemplate {
  readonly id: string
  readonly key: string
  readonly spans: readonly Span[]
}

/** Beginnings of templates that one question is held against. */
const VISITS_MAX = 100
const FOUND_MAX = 12
/** Patterns of one key that are looked at. */
const SAME_MAX = 3
const KINDS = Object.keys(PLACES) as readonly SlotKind[]

/** Finds the templates of a question by its words: a step for each place where a value may be, whatever number there are. */
export class TemplateIndex {
  readonly #root: Node = emptyNode()
  #nodes = 0
  #characters = 0

  add(id: string, key: string): void {
    let node = this.#root
    const parts = key.split(/(?<=NUMBER|DATE|TEXT)/)
    const isOpen = /(?:NUMBER|DATE|TEXT)$/.test(parts.at(-1) ?? '')
    const rest = isOpen ? '' : (parts.pop() ?? '')
    for (const part of parts) {
      const next = node.next.get(part) ?? emptyNode()
      node.next.set(part, next)
      node.longest = Math.max(node.longest, part.length)
      node = next
      this.#nodes += 1
    }
    const same = node.ends.get(rest) ?? []
    if (same.length < SAME_MAX) same.push(id)
    node.ends.set(rest, same)
    this.#characters += key.length
  }

  /** @param isValue whether the database has this text; asked only where a template has a place for one */
  find(question: string, isValue: (text: string) => boolean): readonly FoundTemplate[] {
    const asked = this.#nodes === 0 ? undefined : QuestionReading.of(question)
    if (asked === undefined) return []
    const { lower, starts } = asked
    const found: FoundTemplate[] = []
    let visits = 0
    const visit = (node: Node, from: number, key: string, spans: readonly Span[]): void => {
      visits += 1
      if (visits > VISITS_MAX || found.length >= FOUND_MAX) return
      const rest = withoutClosing(lower.slice(from))
      for (const id of node.ends.get(rest) ?? []) found.push({ id, key: key + rest, spans })
      if (node.next.size === 0) return
      for (const start of starts) {
        if (start < from) continue
        if (start - from > node.longest) break
        const words = lower.slice(from, start)
        for (const kind of KINDS) {
          const next = node.next.get(words + PLACES[kind])
          if (next === undefined) continue
          for (const span of asked.spansAt(start, kind))
            if (kind !== 'text' || isValue(span.value))
              visit(next, span.end, key + words + PLACES[kind], [...spans, span])
        }
      }
    }
    visit(this.#root, 0, '', [])
    return found
  }

  /** Bytes that it holds, about. */
  get weight(): number {
    return this.#nodes * NODE_BYTES + this.#characters * CHARACTER_BYTES
  }
}

const emptyNode = (): Node => ({ next: new Map(), longest: 0, ends: new Map() })

const NODE_BYTES = 500
const CHARACTER_BYTES = 2
