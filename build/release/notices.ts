import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../server/program.ts'

type Lockfile = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; optional?: boolean }>
}

/** The name, version and licence of every package that a release may contain, as the licences require. */
export async function notices(): Promise<string> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  const held = Object.entries(packages).filter(([path, { dev, optional }]) => path && !dev && !optional)
  const rule = '-'.repeat(80)
  const texts = await Promise.all(
    held.map(async ([path, { version, license }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      const [file] = globSync('{LICEN[CS]E,COPYING}*', { cwd: join(root, path) }).sort()
      const text = file ? await readFile(join(root, path, file), 'utf8') : ''
      return `${rule}\n${name} ${version} (${license ?? 'see below'})\n\n${text.trim()}\n`
    }),
  )
  return texts.join('\n')
}
