import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../../../server/engine/engine.ts'
import { closeServer, listen, makeServer } from '../../../server/http/servers.ts'
import { embeddedAdmin } from '../../../server/storage-admin/embedded.ts'
import { rgwAdmin } from '../../../server/storage-admin/rgw.ts'
import type { StorageAdmin } from '../../../server/storage-admin/storage-admin.ts'
import { borrowCeph } from '../../support/borrow.ts'

export const region = 'us-east-1'

/** An S3 endpoint that the storage suite runs on. */
export type TestEngine =
  | { missing: string }
  | { endpoint: string; admin: StorageAdmin; stop(): Promise<void> }

export async function startEmbedded(): Promise<TestEngine> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-engine-'))
  const engine = await openEngine({ dir, region, secret: new Uint8Array(32) })
  const server = makeServer(null, (request, response, awaitsContinue) =>
    engine.handle(request, response, { awaitsContinue }),
  )
  const port = await listen(server, '127.0.0.1', 0)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    admin: embeddedAdmin(engine.admin),
    async stop() {
      await closeServer(server)
      await engine.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export async function borrowRgw(): Promise<TestEngine> {
  const ceph = await borrowCeph()
  if ('missing' in ceph) return ceph
  const { endpoint, accessKey, secretKey, stop } = ceph
  return { endpoint, admin: rgwAdmin({ endpoint, region, keys: { accessKey, secretKey } }), stop }
}
