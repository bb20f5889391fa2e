import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../server/program.ts'
import { makeDeb } from './release/deb.ts'
import { makeImage } from './release/image.ts'
import { stageProgram } from './release/program.ts'
import { run } from './release/run.ts'
import { makeSingle } from './release/single.ts'

/**
 * `npm run release`: makes all that is published of a version in one folder, `release` or `--out`, of the console in
 * `dist` or `--pages`; `--only-npm` makes the npm package alone, as does a system without Debian's tools.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'release') },
    pages: { type: 'string', default: join(root, 'dist') },
    'only-npm': { type: 'boolean', default: !existsSync('/usr/bin/dpkg-deb') },
  },
})
const out = resolve(values.out)

/** Dependencies with which `npm start` builds the console: no release has them. */
const builders = ['vite', '@vitejs/plugin-react']

/**
 * CycloneDX, of the packages that a release may contain. `npm sbom --omit=dev` also leaves out what a tool needs as well,
 * React for example, so the project is copied without its tools. Of what is compiled for each system releases have the CRC alone.
 */
async function billOfMaterials(dir: string): Promise<string> {
  const { devDependencies: _, private: __, ...manifest } = await jsonOf('package.json')
  for (const name of builders) delete (manifest.dependencies as Json)[name]
  const lockfile = await jsonOf('package-lock.json')
  const packages = Object.entries(lockfile.packages as Record<string, Json>)
    .filter(([path, { dev, optional }]) => !dev && (!optional || path.includes('/@node-rs/')))
    .map(([path, { devDependencies: _, ...entry }]) => [
      path,
      path === '' ? { ...entry, dependencies: manifest.dependencies } : entry,
    ])
  await writeFile(join(dir, 'package.json'), JSON.stringify(manifest))
  const kept = { ...lockfile, packages: Object.fromEntries(packages) }
  await writeFile(join(dir, 'package-lock.json'), JSON.stringify(kept))
  const format = ['--sbom-format=cyclonedx', '--sbom-type=application']
  return run('npm', ['sbom', '--package-lock-only', ...format], dir)
}

type Json = Record<string, unknown>
const jsonOf = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8')) as Json

/** What the changelog says of this version; before it has a section, of what is unreleased. */
async function notesOf(version: string): Promise<string> {
  const sections = (await readFile(join(root, 'CHANGELOG.md'), 'utf8')).split(/^(?=## )/m)
  const found =
    sections.find(section => section.startsWith(`## [${version}]`)) ??
    sections.find(section => section.startsWith('## [Unreleased]'))
  if (!found) throw new Error(`CHANGELOG.md says nothing of ${version}.`)
  return found.replace(/^## .*/, `# Kho ${version}`)
}

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
const temporary = await mkdtemp(join(tmpdir(), 'kho-release-'))
const stage = join(temporary, 'kho')
// npm names the bill after its folder.
const bill = join(temporary, 'bill', 'kho')
try {
  await Promise.all([mkdir(stage), mkdir(bill, { recursive: true })])
  const { version } = await stageProgram(stage, resolve(values.pages))
  await run('npm', ['pack', '--silent', '--pack-destination', out], stage)
  if (!values['only-npm']) {
    for (const [name, make] of Object.entries({ deb: makeDeb, single: makeSingle, image: makeImage }))
      await make(stage, join(temporary, name), out, version)
    const archive = join(out, `kho-${version}-container.tar.gz`)
    await run('tar', ['-C', join(root, 'docs/container'), '-czf', archive, '.'], out)
  }
  await writeFile(join(out, `kho-${version}.cdx.json`), await billOfMaterials(bill))
  await writeFile(join(out, `kho-${version}.md`), await notesOf(version))
  const sums = (await readdir(out)).sort().map(async name => {
    const hash = createHash('sha256').update(await readFile(join(out, name)))
    return `${hash.digest('hex')}  ${name}\n`
  })
  await writeFile(join(out, 'SHA256SUMS'), (await Promise.all(sums)).join(''))
} finally {
  await rm(temporary, { recursive: true, force: true })
}
for (const name of (await readdir(out)).sort()) console.log(name)
