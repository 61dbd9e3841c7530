import { clientProject } from '../../support/client-project.ts'

describe('the client', () => {
  it('is installed from a checkout in which nothing was installed, with what the registry has', async () => {
    const project = await clientProject(false)
    await project.write(
      'use.js',
      "import { createClient } from '@tabletalk/client'\nconsole.log(typeof createClient)\n",
    )
    expect((await project.run('use.js')).stdout).toBe('function\n')
    await project.remove()
  }, 300_000)
})
