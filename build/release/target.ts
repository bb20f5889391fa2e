import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Of } from '../../server/maintenance/verify-release.ts'
import { root } from '../../server/program.ts'
import { run } from './run.ts'

/** A kind of machine that packages are made for. `node`: the path of Node's binary for it. */
export type Target = { arch: 'x64' | 'arm64'; debian: 'amd64' | 'arm64'; node: string }

const kinds: Pick<Target, 'arch' | 'debian'>[] = [
  { arch: 'x64', debian: 'amd64' },
  { arch: 'arm64', debian: 'arm64' },
]

/** This machine's kind, with the Node that npm has installed. @throws on others than those a release is made for */
export async function ownTarget(): Promise<Target> {
  const kind = kinds.find(({ arch }) => arch === process.arch)
  if (!kind) throw new Error(`There are no packages for ${process.arch}.`)
  return checked({ ...kind, node: join(root, 'node_modules/node/bin/node') })
}

/** The kinds of machines that a release is for. What npm has not installed is fetched into `dir`, an empty folder. */
export async function allTargets(dir: string): Promise<Target[]> {
  const own = await ownTarget()
  const { version } = JSON.parse(await readFile(join(root, 'node_modules/node/package.json'), 'utf8'))
  const fetched = kinds.map(async kind => {
    if (kind.arch === own.arch) return own
    const name = `node-linux-${kind.arch}`
    const packed = await run('npm', ['pack', '--silent', '--prefer-offline', `${name}@${version}`], dir)
    await run('tar', ['-xzf', packed.trim(), '--transform', `s,^package,${name},`], dir)
    return checked({ ...kind, node: join(dir, name, 'bin/node') })
  })
  return Promise.all(fetched)
}

/** @throws if Node's binary is not the one whose sum the project keeps */
async function checked(target: Target): Promise<Target> {
  const sums = await readFile(join(root, 'build/release/node.sha256'), 'utf8')
  const known = sums.split('\n').find(line => line.endsWith(`linux-${target.arch}`))
  if (known?.split(' ')[0] !== (await sha256Of(target.node)))
    throw new Error(`Node for ${target.arch} is not the one of build/release/node.sha256.`)
  return target
}
