import type { FileBuilder } from './file-builder.ts'
import type { FileContent } from './rules/file-content.ts'

/** Builds a JSON document with the fields of the results endpoint; one line per row, for parsing in parts. */
export const jsonBuilder = ({ columns, fields = {} }: FileContent): FileBuilder => {
  const head = JSON.stringify({ ...fields, columns })
  const parts = [Buffer.from(`${head.slice(0, -1)},"rows":[`)]
  let separator = '\n'
  return {
    add(rows) {
      for (const row of rows) {
        parts.push(Buffer.from(`${separator}${JSON.stringify(row)}`))
        separator = ',\n'
      }
    },
    async end() {
      return { bytes: Buffer.concat([...parts, Buffer.from('\n]}\n')]), shortened: 0 }
    },
  }
}
