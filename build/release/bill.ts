import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../server/program.ts'
import type { DebianPackage } from './debian-packages.ts'
import { run } from './run.ts'
import { sourceDate } from './source-date.ts'

type Json = Record<string, unknown>
const jsonOf = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8')) as Json

/** Dependencies with which `npm start` builds the console: no release has them. */
const builders = ['vite', '@vitejs/plugin-react']

/**
 * CycloneDX, of the packages that a release may contain, and those of Debian in its images. `npm sbom --omit=dev` also leaves
 * out what a tool needs as well, React for example, so the project is copied without its tools. Of what is compiled for each
 * system releases have the CRC alone. `dir`: an empty folder of the program's name, by which npm calls the bill.
 */
export async function billOfMaterials(dir: string, system: DebianPackage[]): Promise<string> {
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
  const bill = JSON.parse(await run('npm', ['sbom', '--package-lock-only', ...format], dir))
  bill.components.push(...system.map(componentOf))
  // npm gives each bill a number by chance, and the time of now.
  bill.metadata.timestamp = sourceDate().toISOString()
  bill.serialNumber = ''
  const digits = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  bill.serialNumber = `urn:uuid:${digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')}`
  return JSON.stringify(bill, null, 2)
}

const componentOf = ({ name, version, architecture }: DebianPackage) => {
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`
  return { type: 'library', 'bom-ref': purl, name, version, purl }
}
