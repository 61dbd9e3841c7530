/**
 * Collects streamed text and gives it back sentence by sentence (or line by line), so that each can be judged before
 * anyone sees it. Reasoning in `<think>` is left out.
 */
export class Sentences {
  #pending = ''

  /** The sentences that this piece completes. All given texts, with `rest`, are the text without reasoning. */
  push(piece: string): string[] {
    this.#pending += piece
    for (;;) {
      const opened = THINKING.exec(this.#pending)
      if (opened === null) return this.#cut(this.#pending.length)
      const closed = THOUGHT.exec(this.#pending)
      if (closed === null) return this.#cut(opened.index)
      this.#pending = this.#pending.slice(0, opened.index) + this.#pending.slice(closed.index + closed[0].length)
    }
  }

  /** What came after the last complete sentence. */
  rest(): string {
    const opened = THINKING.exec(this.#pending)
    const rest = opened === null ? this.#pending : this.#pending.slice(0, opened.index)
    this.#pending = ''
    return rest
  }

  #cut(end: number): string[] {
    const complete: string[] = []
    const text = this.#pending.slice(0, end)
    let from = 0
    for (const match of text.matchAll(END)) {
      const to = match.index + match[0].length
      complete.push(text.slice(from, to))
      from = to
    }
    this.#pending = this.#pending.slice(from)
    return complete
  }
}

const THINKING = /<(?:think|thinking|reasoning)>/i
const THOUGHT = /<\/(?:think|thinking|reasoning)>\s*/i

/** A line break, or closing punctuation before a space; not after a list's number ("1. "). */
const END = /\n+|(?<!^\s*\d{1,3})(?<!\n\s*\d{1,3})[.!?…]+["'”’)\]*_]*(?=\s)|[。！？]+/g
