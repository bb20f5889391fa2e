import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sha256Of } from '../../server/maintenance/verify-release.ts'
import { type DebianPackage, fetchDebian } from './debian-packages.ts'
import { programParts } from './files.ts'
import { run } from './run.ts'
import type { Target } from './target.ts'

/** What Node is linked with. */
const packages = ['libc6', 'libgcc-s1', 'libstdc++6']
const user = { id: 10001, name: 'kho', home: '/var/lib/kho' }
const program = 'usr/lib/kho'

/**
 * Makes an OCI image of the staged program as one archive in `out`, without a registry: Node, and the libraries that it is
 * linked with, from Debian's mirror; no shell. Gives their packages. `dir`: a folder for it, whose `root` has the image's
 * files afterwards. Docker, Podman and skopeo load it. @throws if this is not Debian
 */
export async function makeImage(
  stage: string,
  dir: string,
  out: string,
  version: string,
  { debian, node }: Target,
): Promise<DebianPackage[]> {
  const files = join(dir, 'root')
  const system = await putSystem(files, join(dir, 'debian'), debian)
  await putProgram(stage, files, node)
  const blobs = join(dir, 'image/blobs/sha256')
  await mkdir(blobs, { recursive: true })
  const layers = []
  const ofRoot = ['--owner=0', '--group=0', '--mode=u+rw,go+r-w']
  const ofUser = [`--owner=${user.id}`, `--group=${user.id}`, '--mode=0700']
  const base: Part[] = [
    { paths: ['etc', 'lib', 'lib64', 'usr', 'var/lib/dpkg'], options: [...ofRoot, `--exclude=${program}`] },
    { paths: ['tmp'], options: [...ofRoot, '--mode=1777'] },
    { paths: [user.home.slice(1)], options: ofUser },
  ]
  for (const parts of [base, [{ paths: [program], options: ofRoot }]])
    layers.push(await layerOf(files, parts, blobs))
  const config = await putJson(
    blobs,
    configOf(
      version,
      debian,
      layers.map(({ diff }) => diff),
    ),
  )
  const manifest = await putJson(blobs, {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
    layers: layers.map(({ blob }) => ({ mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', ...blob })),
  })
  const image = join(dir, 'image')
  await writeFile(join(image, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  const annotations = {
    'io.containerd.image.name': `kho:${version}`,
    'org.opencontainers.image.ref.name': version,
  }
  const mediaType = 'application/vnd.oci.image.manifest.v1+json'
  const index = { schemaVersion: 2, manifests: [{ mediaType, ...manifest, annotations }] }
  await writeFile(join(image, 'index.json'), JSON.stringify(index))
  // Docker reads this one.
  const path = ({ digest }: Blob) => `blobs/sha256/${digest.slice('sha256:'.length)}`
  const docker = [
    { Config: path(config), RepoTags: [`kho:${version}`], Layers: layers.map(({ blob }) => path(blob)) },
  ]
  await writeFile(join(image, 'manifest.json'), JSON.stringify(docker))
  const archive = join(out, `kho-${version}-image-${debian}.tar`)
  await run('tar', [...plainTar, '-C', image, '-cf', archive, '.'], dir)
  return system
}

/** Nothing of the machine and the moment: the same files make the same archive. */
export const plainTar = [
  '--sort=name',
  '--mtime=@0',
  '--format=posix',
  '--pax-option=delete=atime,delete=ctime',
]

/** Libraries with their licences, in the places where the packages have them; a user, and the folders to write in. */
async function putSystem(files: string, dir: string, architecture: string): Promise<DebianPackage[]> {
  const fetched = await fetchDebian(dir, packages, architecture)
  for (const { name, folder, status } of fetched) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      const path = relative(folder, join(entry.parentPath, entry.name))
      if (entry.isDirectory() || !/\.so[.\d]*$|\/copyright$/.test(path)) continue
      const to = join(files, path.replace(/^lib/, 'usr/lib'))
      await mkdir(dirname(to), { recursive: true })
      await cp(join(folder, path), to, { verbatimSymlinks: true })
    }
    const record = join(files, 'var/lib/dpkg/status.d', name)
    await mkdir(dirname(record), { recursive: true })
    await writeFile(record, status)
  }
  for (const name of ['lib', 'lib64']) await symlink(`usr/${name}`, join(files, name))
  const etc = join(files, 'etc')
  await mkdir(etc, { recursive: true })
  await writeFile(join(etc, 'passwd'), `${user.name}:x:${user.id}:${user.id}::${user.home}:/\n`)
  await writeFile(join(etc, 'group'), `${user.name}:x:${user.id}:\n`)
  await writeFile(join(etc, 'nsswitch.conf'), 'hosts: files dns\n')
  for (const folder of ['tmp', user.home]) await mkdir(join(files, folder), { recursive: true })
  return fetched
}

async function putProgram(stage: string, files: string, node: string): Promise<void> {
  for (const name of programParts)
    await cp(join(stage, name), join(files, program, name), { recursive: true })
  await mkdir(join(files, program, 'bin'))
  await cp(node, join(files, program, 'bin/node'))
}

type Blob = { digest: string; size: number }

async function putJson(blobs: string, value: unknown): Promise<Blob> {
  const text = JSON.stringify(value)
  const hash = createHash('sha256').update(text).digest('hex')
  await writeFile(join(blobs, hash), text)
  return { digest: `sha256:${hash}`, size: Buffer.byteLength(text) }
}

/** Paths below the image's root, and how `tar` takes them. */
type Part = { paths: string[]; options: string[] }

/** A layer of these parts of the image's files. `diff`: the digest of what it unpacks to. */
async function layerOf(files: string, parts: Part[], blobs: string): Promise<{ blob: Blob; diff: string }> {
  const tar = join(blobs, 'layer.tar')
  for (const { paths, options } of parts)
    await run('tar', [...plainTar, '--numeric-owner', ...options, '-C', files, '-rf', tar, ...paths], files)
  const diff = await digestOf(tar)
  const packed = join(blobs, 'layer.gz')
  await pipeline(createReadStream(tar), createGzip({ level: 6 }), createWriteStream(packed))
  await rm(tar)
  const digest = await digestOf(packed)
  const { size } = await stat(packed)
  await rename(packed, join(blobs, digest.slice('sha256:'.length)))
  return { blob: { digest, size }, diff }
}

const digestOf = async (file: string) => `sha256:${await sha256Of(file)}`

const configOf = (version: string, architecture: string, diffs: string[]) => ({
  architecture,
  os: 'linux',
  config: {
    User: `${user.id}:${user.id}`,
    Env: ['KHO_HOST=0.0.0.0', `KHO_DATA_DIR=${user.home}`],
    Entrypoint: [`/${program}/bin/node`, `/${program}/server/main.js`],
    Cmd: ['start'],
    ExposedPorts: { '8080/tcp': {}, '9000/tcp': {} },
    Volumes: { [user.home]: {} },
    WorkingDir: user.home,
    StopSignal: 'SIGTERM',
    // Of Docker's format, in nanoseconds.
    Healthcheck: {
      Test: ['CMD', `/${program}/bin/node`, `/${program}/server/main.js`, 'health'],
      ...{ Interval: 30e9, Timeout: 10e9, StartPeriod: 120e9, Retries: 3 },
    },
    Labels: {
      'org.opencontainers.image.title': 'Kho',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'Apache-2.0',
    },
  },
  rootfs: { type: 'layers', diff_ids: diffs },
})
