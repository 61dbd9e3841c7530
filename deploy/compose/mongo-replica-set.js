// Creates the replica set and the user of Tabletalk; run again, it sets the user's password to that in the file.
const fs = require('node:fs')

const secret = (name) => fs.readFileSync(`/run/secrets/${name}`, 'utf8').trim()
const server = `mongodb://root:${secret('root_password')}@mongo:27017/admin?directConnection=true${process.env.TLS_OPTIONS ?? ''}`
const admin = connect(server)

const isInitiated = () => {
  try {
    return rs.status().ok === 1
  } catch (error) {
    if (error.codeName !== 'NotYetInitialized') throw error
    return false
  }
}
globalThis.db = admin
if (!isInitiated()) rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] })

const deadline = Date.now() + 60_000
while (!admin.hello().isWritablePrimary) {
  if (Date.now() > deadline)
    throw new Error('The replica set has no primary after one minute. See the log of the mongo service.')
  sleep(500)
}

const user = { pwd: secret('tabletalk_password'), roles: [{ role: 'readWrite', db: 'tabletalk' }] }
if (admin.getUser('tabletalk') === null) admin.createUser({ user: 'tabletalk', ...user })
else admin.updateUser('tabletalk', user)
