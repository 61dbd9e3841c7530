/** A program: downloads mongod into the folder of its argument, and prints the path. */
import { MongoBinary } from 'mongodb-memory-server-core'
import { MONGOD_VERSION } from '../versions.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('usage: mongod.ts FOLDER')
process.stdout.write(await MongoBinary.getPath({ version: MONGOD_VERSION, downloadDir: folder }))
