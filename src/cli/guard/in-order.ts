/**
 * Works on what comes in, some of it at once, and gives the results in the order of what came in, each as soon as it is
 * there and those before it are. It takes no more in than it may work on, so that a slow reader slows the whole down and
 * memory stays bounded.
 */
export async function* inOrder<In, Out>(
  input: AsyncIterable<In>,
  work: (one: In) => Promise<Out>,
  atOnce: number,
): AsyncGenerator<Out> {
  const line: Promise<Out>[] = []
  const iterator = input[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<In>> | undefined = iterator.next()
  try {
    while (next !== undefined || line.length > 0) {
      const [first] = line
      const full = line.length >= atOnce
      const taken: IteratorResult<In> | undefined =
        next === undefined || full ? undefined : await (first === undefined ? next : Promise.race([next, done(first)]))
      if (taken === undefined) {
        void line.shift()
        if (first !== undefined) yield await first
      } else if (taken.done === true) next = undefined
      else {
        const result = work(taken.value)
        // Whoever waits for an earlier one must not leave a later failure unheard.
        result.catch(() => undefined)
        line.push(result)
        next = iterator.next()
      }
    }
  } finally {
    // Nobody waits for an input that may be silent for ever.
    next?.catch(() => undefined)
    iterator.return?.().catch(() => undefined)
  }
}

/** Nothing, once a result or a failure is there. */
const done = (result: Promise<unknown>): Promise<undefined> =>
  result.then(
    () => undefined,
    () => undefined,
  )
