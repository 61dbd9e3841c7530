import { type Cell, firstCharacters, TRUNCATED_LENGTH, TruncatedCell } from '../../shared/run/truncated-cell.ts'
import type { Shape } from '../guard/shape/shape.ts'
import { type Element, elements, TYPE } from './elements.ts'
import { type Budget, contextOf, plainValue, type ReadingContext } from './plain-value.ts'
import { isPairOfSecret, isUndescribedSecret } from './secret-keys.ts'

/** A character has at most four bytes. */
const CUT_BYTES = 4 * TRUNCATED_LENGTH + 64
/** Maximum read per document, except for small cells. */
const DOCUMENT_BYTES_MAX = 1024 * 1024
const SMALL_BYTES = 256

/**
 * Reads fields of documents as cells. Once all documents together exceed the limit, only the displayed part of a cell
 * is read.
 */
export class DocumentCells {
  readonly #shape: Shape | undefined
  readonly #isRounded: boolean
  readonly #totalBudget: Budget

  /** @param wholeBytesMax of all documents, as JSON */
  constructor({ shape, isRounded }: Pick<ReadingContext, 'shape' | 'isRounded'>, wholeBytesMax: number) {
    this.#shape = shape
    this.#isRounded = isRounded === true
    this.#totalBudget = { left: wholeBytesMax }
  }

  /** The fields of a document; the last one wins if names repeat. @throws MalformedDocument */
  read(document: Buffer): ReadonlyMap<string, Cell> {
    const cells = new Map<string, Cell>()
    const own: Budget = { left: DOCUMENT_BYTES_MAX }
    for (const element of elements(document)) {
      if (this.#shape !== undefined && isUndescribedSecret(element.name, this.#shape, '')) continue
      this.#totalBudget.left -= element.name.length
      cells.set(element.name, this.#cell(document, element, own))
    }
    if (this.#shape !== undefined && isPairOfSecret(cells)) cells.delete('v')
    return cells
  }

  #cell(document: Buffer, element: Element, own: Budget): Cell {
    if (this.#totalBudget.left >= 0) {
      const cell = this.#plain(document, element, this.#totalBudget)
      if (this.#totalBudget.left >= 0) return cell
    }
    const granted = Math.max(SMALL_BYTES, Math.min(CUT_BYTES, own.left))
    const budget = { left: granted }
    const cell = this.#plain(document, element, budget)
    own.left -= granted - Math.max(0, budget.left)
    if (budget.left >= 0) return cell
    const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
    return new TruncatedCell(firstCharacters(text, TRUNCATED_LENGTH), lengthOf(document, element))
  }

  #plain(document: Buffer, element: Element, budget: Budget) {
    return plainValue(
      document,
      element,
      contextOf(element.name, { budget, shape: this.#shape, isRounded: this.#isRounded }),
    )
  }
}

/** Characters of a text; bytes of an array or object that was not read completely. */
const lengthOf = (document: Buffer, { type, start, end }: Element): number => {
  if (type === TYPE.array || type === TYPE.object) return end - start
  let characters = 0
  // UTF-8 continuation bytes begin with the bits 10.
  for (let at = type === TYPE.regex ? start : start + TEXT_HEAD_BYTES; at < end - 1; at++)
    if (((document[at] ?? 0) & 0xc0) !== 0x80) characters++
  return characters
}

const TEXT_HEAD_BYTES = 4
