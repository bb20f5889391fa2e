import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EngineOptions, openEngine } from '../../server/engine/engine.ts'

/** `ahead`: ms that the engine's clock, and with it the clients', is ahead. */
export type ProcessOptions = Pick<EngineOptions, 'lifecycle' | 'encrypt' | 'metering' | 'names'> & {
  ahead?: number
}

/**
 * The engine in a process of its own, to be killed: `node engine-process.ts <folder> <access key> <secret key> [options as
 * JSON]`. Prints its port.
 */
const [dir = '', accessKey = '', secretKey = '', json = '{}'] = process.argv.slice(2)
const { ahead = 0, ...options } = JSON.parse(json) as ProcessOptions
const now = (): number => Date.now() + ahead
const secret = new Uint8Array(32).fill(7)
const engine = await openEngine({
  dir,
  region: 'kho-1',
  secret,
  minPartSize: 0,
  now,
  names: true,
  ...options,
})
engine.admin.putUser({ uid: 'owner', displayName: 'Owner' })
engine.admin.putKey('owner', null, 'full', { accessKey, secretKey })
// A client that does not retry must not meet a connection that the server is about to close.
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (ahead > 0) response.setHeader('date', new Date(now()).toUTCString())
  engine.handle(request, response)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
