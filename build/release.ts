import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sha256Of } from '../server/maintenance/verify-release.ts'
import { root } from '../server/program.ts'
import { billOfMaterials } from './release/bill.ts'
import { makeDeb } from './release/deb.ts'
import type { DebianPackage } from './release/debian-packages.ts'
import { makeImage, plainTar } from './release/image.ts'
import { stageProgram } from './release/program.ts'
import { provenanceOf } from './release/provenance.ts'
import { run } from './release/run.ts'
import { makeSingle } from './release/single.ts'
import { allTargets } from './release/target.ts'

/**
 * `npm run release`: makes all that is published of a version in one folder, `release` or `--out`, of the console in
 * `dist` or `--pages`; `--only-npm` makes the npm package alone, as does a system without Debian's tools. `--sign`: a secret
 * key of minisign, which asks for its password. The same commit makes the same files, in any folder and at any time.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'release') },
    pages: { type: 'string', default: join(root, 'dist') },
    sign: { type: 'string' },
    'only-npm': { type: 'boolean', default: !existsSync('/usr/bin/dpkg-deb') },
  },
})
const out = resolve(values.out)

/** What the changelog says of this version; before it has a section, of what is unreleased. */
async function notesOf(version: string): Promise<string> {
  const sections = (await readFile(join(root, 'CHANGELOG.md'), 'utf8')).split(/^(?=## )/m)
  const found =
    sections.find(section => section.startsWith(`## [${version}]`)) ??
    sections.find(section => section.startsWith('## [Unreleased]'))
  if (!found) throw new Error(`CHANGELOG.md says nothing of ${version}.`)
  return found.replace(/^## .*/, `# Kho ${version}`)
}

/** The time of the commit, so that the same sources make the same files. */
async function dateOfCommit(): Promise<string> {
  return (await run('git', ['log', '-1', '--format=%ct'], root)).trim()
}

/** Of all files in `out`, by their names. */
async function sumsOf(): Promise<Map<string, string>> {
  const names = (await readdir(out)).sort()
  return new Map(await Promise.all(names.map(async name => [name, await sha256Of(join(out, name))] as const)))
}

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
const temporary = await mkdtemp(join(tmpdir(), 'kho-release-'))
const folder = async (...names: string[]) => {
  const path = join(temporary, ...names)
  await mkdir(path, { recursive: true })
  return path
}
try {
  process.env.SOURCE_DATE_EPOCH ??= await dateOfCommit()
  const stage = await folder('kho')
  const { version } = await stageProgram(stage, resolve(values.pages))
  await run('npm', ['pack', '--silent', '--pack-destination', out], stage)
  const system: DebianPackage[] = []
  if (!values['only-npm']) {
    for (const target of await allTargets(await folder('node'))) {
      await makeDeb(stage, await folder(target.arch, 'deb'), out, version, target)
      await makeSingle(stage, await folder(target.arch, 'single'), out, version, target)
      system.push(...(await makeImage(stage, await folder(target.arch, 'image'), out, version, target)))
    }
    const archive = join(out, `kho-${version}-container.tar.gz`)
    const examples = ['-C', join(root, 'docs/container'), '-cf', archive, '.']
    await run(
      'tar',
      [...plainTar, '--owner=0', '--group=0', '--mode=u+rw,go+r-w', '-I', 'gzip -n', ...examples],
      out,
    )
  }
  await writeFile(
    join(out, `kho-${version}.cdx.json`),
    await billOfMaterials(await folder('bill', 'kho'), system),
  )
  await writeFile(join(out, `kho-${version}.md`), await notesOf(version))
  await writeFile(join(out, `kho-${version}.intoto.json`), await provenanceOf(version, await sumsOf()))
  const sums = [...(await sumsOf())].map(([name, hash]) => `${hash}  ${name}\n`)
  await writeFile(join(out, 'SHA256SUMS'), sums.join(''))
  if (values.sign) {
    const comment = `Kho ${version}`
    const asks = { stdio: 'inherit' } as const
    execFileSync(
      'minisign',
      ['-S', '-s', resolve(values.sign), '-m', join(out, 'SHA256SUMS'), '-t', comment],
      asks,
    )
  }
} finally {
  await rm(temporary, { recursive: true, force: true })
}
for (const name of (await readdir(out)).sort()) console.log(name)
