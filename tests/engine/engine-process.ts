import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openEngine } from '../../server/engine/engine.ts'

/**
 * The engine in a process of its own, to be killed: `node engine-process.ts <folder> <access key> <secret key> [encrypt]`.
 * Prints its port.
 */
const [dir = '', accessKey = '', secretKey = '', encrypt] = process.argv.slice(2)
const secret = new Uint8Array(32).fill(7)
const engine = await openEngine({
  ...{ dir, region: 'kho-1', secret, minPartSize: 0 },
  encrypt: encrypt === 'encrypt',
})
engine.admin.putUser({ uid: 'owner', displayName: 'Owner' })
engine.admin.putKey('owner', null, 'full', { accessKey, secretKey })
const server = createServer((request, response) => engine.handle(request, response))
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
