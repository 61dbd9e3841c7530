import { withoutClosingPunctuation } from '../../../../ask/rules/closing-punctuation.ts'
import { SLOT_PLACEHOLDERS } from './query-template.ts'
import { QuestionReading, type SlotKind, type Span } from './question-reading.ts'

interface Node {
  /** Keyed by the words before a slot and its kind. */
  readonly next: Map<string, Node>
  /** Length of the longest key. */
  longestKey: number
  /** Pattern ids, keyed by the words after the last slot. */
  readonly ends: Map<string, string[]>
}

/** A template that matches a question, and the values of the question for its slots. */
export interface FoundTemplate {
  readonly id: string
  readonly key: string
  readonly spans: readonly Span[]
}

/** Maximum number of trie nodes visited per question. */
const VISITS_MAX = 100
const FOUND_MAX = 12
/** Maximum number of patterns per key. */
const SAME_MAX = 3
const KINDS = Object.keys(SLOT_PLACEHOLDERS) as readonly SlotKind[]

/** Trie of templates, searched by the words of a question; a lookup does not depend on the number of templates. */
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
      node.longestKey = Math.max(node.longestKey, part.length)
      node = next
      this.#nodes += 1
    }
    const same = node.ends.get(rest) ?? []
    if (same.length < SAME_MAX) same.push(id)
    node.ends.set(rest, same)
    this.#characters += key.length
  }

  /** @param isValue whether the database contains this text; called only where a template has a text slot */
  find(question: string, isValue: (text: string) => boolean): readonly FoundTemplate[] {
    const parsed = this.#nodes === 0 ? undefined : QuestionReading.of(question)
    if (parsed === undefined) return []
    const { lower, starts } = parsed
    const found: FoundTemplate[] = []
    let visits = 0
    const visit = (node: Node, from: number, key: string, spans: readonly Span[]): void => {
      visits += 1
      if (visits > VISITS_MAX || found.length >= FOUND_MAX) return
      const rest = withoutClosingPunctuation(lower.slice(from))
      for (const id of node.ends.get(rest) ?? []) found.push({ id, key: key + rest, spans })
      if (node.next.size === 0) return
      for (const start of starts) {
        if (start < from) continue
        if (start - from > node.longestKey) break
        const words = lower.slice(from, start)
        for (const kind of KINDS) {
          const next = node.next.get(words + SLOT_PLACEHOLDERS[kind])
          if (next === undefined) continue
          for (const span of parsed.spansAt(start, kind))
            if (kind !== 'text' || isValue(span.value))
              visit(next, span.end, key + words + SLOT_PLACEHOLDERS[kind], [...spans, span])
        }
      }
    }
    visit(this.#root, 0, '', [])
    return found
  }

  /** Approximate size in bytes. */
  get weight(): number {
    return this.#nodes * NODE_BYTES + this.#characters * CHARACTER_BYTES
  }
}

const emptyNode = (): Node => ({ next: new Map(), longestKey: 0, ends: new Map() })

const NODE_BYTES = 500
const CHARACTER_BYTES = 2
