// @module-tag packages
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { version } from '../../server/program.ts'
import { signInApi } from '../support/api.ts'
import { announced } from './announced.ts'

const programs = ['apt-get', 'dpkg-deb', 'minisign', 'qemu-aarch64-static', 'git']
const missing = programs.filter(name => spawnSync('which', [name]).status !== 0)
const password = 'Vuon-tao#1'

let dir: string
/** Made of the same sources, in two folders; the first is signed. */
let releases: [string, string]
/** What an arm64 system has, below its root. */
let arm: string
beforeAll(() => {
  if (missing.length > 0) return
  dir = mkdtempSync(join(tmpdir(), 'kho-rebuild-'))
  execFileSync('minisign', ['-G', '-W', '-p', join(dir, 'key.pub'), '-s', join(dir, 'key')], {
    stdio: 'ignore',
  })
  releases = [makeIn('first', '--sign', join(dir, 'key')), makeIn('second folder')]
  arm = join(dir, 'arm')
  const image = join(dir, 'image')
  for (const folder of [arm, image]) mkdirSync(folder)
  execFileSync('tar', ['-C', image, '-xf', join(releases[0], `kho-${version}-image-arm64.tar`)])
  const [{ Layers }] = JSON.parse(readFileSync(join(image, 'manifest.json'), 'utf8'))
  for (const layer of Layers as string[]) execFileSync('tar', ['-C', arm, '-xf', join(image, layer)])
}, 1_200_000)
beforeEach(context => {
  if (missing.length > 0) context.skip(`asks for ${missing.join(', ')}`)
})
afterAll(() => {
  if (dir) rmSync(dir, { recursive: true, force: true })
})

/** Builds the pages and makes a release in a copy of the sources. */
function makeIn(name: string, ...options: string[]): string {
  const tree = join(dir, name)
  const listed = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const path of listed) {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    cpSync(path, join(tree, path))
  }
  for (const shared of ['node_modules', '.git']) symlinkSync(resolve(shared), join(tree, shared))
  const node = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: tree, stdio: ['ignore', 'ignore', 'pipe'] })
  node('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
  node('build/release.ts', ...options)
  return join(tree, 'release')
}

const onArm = (path: string, ...args: string[]) => ['qemu-aarch64-static', '-L', arm, path, ...args] as const
const home = () => ({ PATH: process.env.PATH, XDG_CACHE_HOME: join(dir, 'cache'), HOME: dir })

test('the same sources make the same files in another folder', () => {
  const [first, second] = releases.map(folder => readFileSync(join(folder, 'SHA256SUMS'), 'utf8'))
  expect(second).toBe(first)
  const names = first!
    .trim()
    .split('\n')
    .map(line => line.slice(66))
  expect(names).toEqual([
    `kho-${version}-container.tar.gz`,
    `kho-${version}-image-amd64.tar`,
    `kho-${version}-image-arm64.tar`,
    `kho-${version}-linux-arm64`,
    `kho-${version}-linux-x64`,
    `kho-${version}.cdx.json`,
    `kho-${version}.intoto.json`,
    `kho-${version}.md`,
    `kho-${version}.tgz`,
    `kho_${version}_amd64.deb`,
    `kho_${version}_arm64.deb`,
  ])
})

test('the release is what was signed, by minisign and by Kho; one changed byte is named', () => {
  const [folder] = releases
  execFileSync('minisign', ['-V', '-p', join(dir, 'key.pub'), '-m', join(folder, 'SHA256SUMS')])
  const verify = () =>
    spawnSync(process.execPath, ['server/main.ts', 'verify-release', folder, '--key', join(dir, 'key.pub')], {
      encoding: 'utf8',
    })
  expect(verify()).toMatchObject({ status: 0, stdout: 'All files are as they were signed with this key.\n' })
  const name = `kho-${version}-linux-arm64`
  execFileSync('cp', ['--reflink=auto', join(folder, name), join(dir, name)])
  execFileSync(
    'dd',
    ['if=/dev/zero', `of=${join(folder, name)}`, 'bs=1', 'seek=5', 'count=1', 'conv=notrunc'],
    {
      stdio: 'ignore',
    },
  )
  expect(verify()).toMatchObject({ status: 1, stdout: `${name} is not what was released.\n` })
  execFileSync('mv', [join(dir, name), join(folder, name)])
})

test('what it was made of is stated: the commit, Node and the libraries of the images', () => {
  const [folder] = releases
  const statement = JSON.parse(readFileSync(join(folder, `kho-${version}.intoto.json`), 'utf8'))
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  expect(statement.predicate.buildDefinition.resolvedDependencies[0].digest).toEqual({ gitCommit: revision })
  const names = statement.subject.map(({ name }: { name: string }) => name)
  expect(names).toEqual(
    readdirSync(folder)
      .filter(name => !/SHA256SUMS|intoto/.test(name))
      .sort(),
  )
  const { components } = JSON.parse(readFileSync(join(folder, `kho-${version}.cdx.json`), 'utf8'))
  const bill: string[] = components.map(({ purl }: { purl: string }) => purl)
  expect(bill).toEqual(expect.arrayContaining([`pkg:npm/node@${process.versions.node}`]))
  for (const architecture of ['amd64', 'arm64'])
    for (const name of ['libc6', 'libgcc-s1', 'libstdc%2B%2B6'])
      expect(
        bill.some(each => each.startsWith(`pkg:deb/debian/${name}@`) && each.endsWith(`=${architecture}`)),
      ).toBe(true)
})

test('the Debian package for arm64 has Kho, where one signs in', async () => {
  const unpacked = join(dir, 'deb')
  execFileSync('dpkg-deb', ['--extract', join(releases[0], `kho_${version}_arm64.deb`), unpacked])
  const program = join(unpacked, 'usr/lib/kho')
  const [qemu, ...args] = onArm(join(program, 'bin/node'), join(program, 'server/main.js'), 'start')
  const settings = {
    KHO_PORT: '0',
    KHO_S3_PORT: '0',
    KHO_DATA_DIR: join(dir, 'data'),
    KHO_ADMIN_PASSWORD: password,
  }
  const child = spawn(qemu, args, { env: { ...home(), ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const { url } = await announced(child)
    const api = await signInApi(url, 'admin@kho.local', password)
    await api.call('POST', '/bucket', { bucket: 'kept' })
  } finally {
    child.kill('SIGTERM')
  }
  expect(await once(child, 'close')).toEqual([0, null])
}, 300_000)

test('one file, the image and the npm package are Kho on arm64', () => {
  const [folder] = releases
  const says = (path: string, ...args: string[]) => {
    const [qemu, ...words] = onArm(path, ...args)
    return execFileSync(qemu, words, { env: home(), encoding: 'utf8' })
  }
  const said = `${version} (Node ${process.versions.node})\n`
  expect(says(join(folder, `kho-${version}-linux-arm64`), '--version')).toBe(said)
  const node = join(arm, 'usr/lib/kho/bin/node')
  expect(says(node, join(arm, 'usr/lib/kho/server/main.js'), '--version')).toBe(said)
  execFileSync('tar', ['-C', dir, '-xzf', join(folder, `kho-${version}.tgz`)])
  expect(says(node, join(dir, 'package/bin/kho.cjs'), '--version')).toBe(said)
}, 300_000)
