import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'

/** `folder`: what it unpacks to. `status`: its record, as dpkg keeps it. */
export type DebianPackage = {
  name: string
  version: string
  architecture: string
  folder: string
  status: string
}

/**
 * Fetches packages of any architecture from this Debian machine's mirrors, whose signatures apt checks, and unpacks them.
 * `dir`: a folder for it. @throws without apt, or a mirror that has them
 */
export async function fetchDebian(
  dir: string,
  names: string[],
  architecture: string,
): Promise<DebianPackage[]> {
  const state = join(dir, 'state')
  const cache = join(dir, 'cache')
  for (const folder of [join(state, 'lists/partial'), join(cache, 'archives/partial')])
    await mkdir(folder, { recursive: true })
  // The machine's own lists and packages stay out of it.
  const settings = {
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'APT::Sandbox::User': 'root',
    'Dir::State': state,
    'Dir::State::status': '/dev/null',
    'Dir::Cache': cache,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await run('apt-get', [...options, '-qq', 'update'], dir)
  await run('apt-get', [...options, '-qq', 'download', ...names], dir)
  const archives = (await readdir(dir)).filter(name => name.endsWith('.deb'))
  const unpacked = names.map(async name => {
    const archive = join(dir, archives.find(each => each.startsWith(`${name}_`))!)
    const folder = join(dir, name)
    await run('dpkg-deb', ['--extract', archive, folder], dir)
    const status = await run('dpkg-deb', ['--field', archive], dir)
    const version = /^Version: (.+)$/m.exec(status)![1]!
    return { name, version, architecture, folder, status }
  })
  return Promise.all(unpacked)
}
