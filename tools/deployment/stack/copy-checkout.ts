import { execa } from 'execa'

/** Copies the tracked files of a checkout into a folder that exists: a deployment of its own, with its own `.env`. */
export const copyCheckout = async (root: string, folder: string): Promise<void> => {
  await execa('sh', ['-c', 'git ls-files -z | tar -c --null -T - | tar -x -C "$0"', folder], { cwd: root })
}
