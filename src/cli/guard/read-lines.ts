/** One line of an input; undefined in place of a line that is longer than it may be. */
export type Line = string | undefined

/**
 * The lines of a stream, without their ends. Nothing is held but the line that is read, and no more of it than allowed.
 *
 * @param bytesMax of one line
 */
export async function* readLines(input: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let size = 0
  const take = (): Line => {
    const line = size > bytesMax ? undefined : Buffer.concat(parts).toString('utf8')
    parts = []
    size = 0
    return line
  }
  const keep = (part: Uint8Array): void => {
    size += part.length
    if (size > bytesMax) parts = []
    else parts.push(part)
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    if (start < chunk.length) keep(chunk.subarray(start))
  }
  if (size > 0) yield take()
}
