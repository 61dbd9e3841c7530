/** Cooperative work: at each `yield` it may give control to the event loop. */
export type Sliced<Value> = Generator<void, Value, void>

const SLICE_MS = 8

/** Yields to the event loop. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** For asynchronous loops: the returned function, called in each iteration, yields to the event loop after each time slice. */
export const sliceTimer = (): (() => Promise<void> | undefined) => {
  let until = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < until) return undefined
    return pause().then(() => {
      until = performance.now() + SLICE_MS
    })
  }
}

/** Maps items, with a `yield` after each. */
export function* mapSliced<Item, Value>(items: Iterable<Item>, work: (item: Item) => Value): Sliced<Value[]> {
  const results: Value[] = []
  for (const item of items) {
    results.push(work(item))
    yield
  }
  return results
}

/** Runs the work synchronously. */
export const runToEnd = <Value>(work: Sliced<Value>): Value => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Runs the work in time slices, which do not block the event loop. */
export const runInSlices = async <Value>(work: Sliced<Value>): Promise<Value> => {
  for (let until = performance.now() + SLICE_MS; ; ) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() < until) continue
    await pause()
    until = performance.now() + SLICE_MS
  }
}
