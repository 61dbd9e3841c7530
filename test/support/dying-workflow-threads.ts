import threads from 'node:worker_threads'

/** Loaded into a process before its worker: the thread of its workflows dies of the first one that it is given. */
const { Worker: Plain } = threads

class Dying extends Plain {
  override postMessage(message: { readonly input?: { readonly type: string } }): void {
    super.postMessage(message)
    if (message.input?.type === 'create-workflow') void this.terminate()
  }
}

Reflect.set(threads, 'Worker', Dying)
