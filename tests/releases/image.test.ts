// @module-tag packages
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeImage } from '../../build/release/image.ts'
import { stageProgram } from '../../build/release/program.ts'
import { ownTarget } from '../../build/release/target.ts'
import { version } from '../../server/program.ts'
import { signInApi } from '../support/api.ts'
import { announced } from './announced.ts'

let dir: string
let image: string
let missing: string | null = null
beforeAll(async () => {
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'dpkg-query', '--version']).status !== 0) {
    missing = 'asks for root, unshare and dpkg'
    return
  }
  dir = mkdtempSync(join(tmpdir(), 'kho-image-'))
  const stage = join(dir, 'stage')
  mkdirSync(stage)
  await stageProgram(stage, process.env.TEST_PAGES ?? 'dist')
  await makeImage(stage, join(dir, 'made'), dir, version, await ownTarget())
  for (const name of ['stage', 'made']) rmSync(join(dir, name), { recursive: true })
  image = join(dir, 'image')
  mkdirSync(image)
  const [archive] = execFileSync('ls', [dir], { encoding: 'utf8' }).match(/kho-.*-image-.*\.tar/)!
  execFileSync('tar', ['-C', image, '-xf', join(dir, archive)])
}, 300_000)
beforeEach(context => {
  if (missing !== null) context.skip(missing)
})
afterAll(() => {
  if (dir) rmSync(dir, { recursive: true, force: true })
})

type Descriptor = { digest: string; size: number }
const sha256 = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const readJson = (path: string) => JSON.parse(readFileSync(join(image, path), 'utf8'))
const pathOf = ({ digest }: Descriptor) => `blobs/sha256/${digest.replace('sha256:', '')}`
const blob = (which: Descriptor) => {
  const bytes = readFileSync(join(image, pathOf(which)))
  expect([sha256(bytes), bytes.length]).toEqual([which.digest, which.size])
  return bytes
}
const manifestOf = () => JSON.parse(blob(readJson('index.json').manifests[0]).toString())

test('its parts are what its manifest says, for Docker too', () => {
  expect(readJson('oci-layout')).toEqual({ imageLayoutVersion: '1.0.0' })
  const manifest = manifestOf()
  const config = JSON.parse(blob(manifest.config).toString())
  const layers: Descriptor[] = manifest.layers
  expect(config.rootfs.diff_ids).toEqual(layers.map(layer => sha256(gunzipSync(blob(layer)))))
  expect(readJson('manifest.json')).toEqual([
    { Config: pathOf(manifest.config), RepoTags: [`kho:${version}`], Layers: layers.map(pathOf) },
  ])
  expect(config.config).toMatchObject({ User: '10001:10001', Volumes: { '/var/lib/kho': {} } })
})

test('its files, read only, are Kho for a user without rights, who signs in; it says that it is ready [V13.2.2]', async () => {
  const manifest = manifestOf()
  const { config } = JSON.parse(blob(manifest.config).toString())
  const root = join(dir, 'root')
  mkdirSync(root)
  for (const layer of manifest.layers) execFileSync('tar', ['-C', root, '-xf', join(image, pathOf(layer))])
  const shell = `
    set -e
    mount --bind "$1" "$1"
    mount -o remount,bind,ro "$1"
    mount -t tmpfs -o uid=10001,gid=10001,mode=0700 tmpfs "$1/var/lib/kho"
    exec chroot --userspec=10001:10001 --groups= "$@"`
  const env = Object.fromEntries((config.Env as string[]).map(each => each.split('=')))
  const password = 'Vuon-tao#1'
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', shell, 'sh', root, ...config.Entrypoint, ...config.Cmd],
    {
      env: { ...env, KHO_HOST: '127.0.0.1', KHO_PORT: '0', KHO_S3_PORT: '0', KHO_ADMIN_PASSWORD: password },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const { url } = await announced(child)
  try {
    const api = await signInApi(url, 'admin@kho.local', password)
    await api.call('POST', '/bucket', { bucket: 'kept' })
    const [, node, ...args] = config.Healthcheck.Test as string[]
    const health = spawnSync('/usr/sbin/chroot', ['--userspec=10001:10001', root, node!, ...args], {
      env: { ...env, KHO_PORT: new URL(url).port },
      encoding: 'utf8',
    })
    expect([health.status, health.stdout]).toEqual([0, 'Kho is ready.\n'])
  } finally {
    child.kill('SIGTERM')
  }
  expect(await once(child, 'close')).toEqual([0, null])
})
