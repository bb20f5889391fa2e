import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../server/program.ts'
import { programFiles } from './files.ts'
import { run } from './run.ts'
import type { Target } from './target.ts'

/** The fuse in Node's binary. Source: Node.js, "Single executable applications". */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/**
 * Makes one executable file in `out`: Node, with the staged program inside. `dir`: an empty folder.
 */
export async function makeSingle(
  stage: string,
  dir: string,
  out: string,
  version: string,
  { arch, node }: Target,
): Promise<void> {
  await mkdir(dir, { recursive: true })
  const files = await programFiles(stage)
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(await readFile(join(stage, name)))
  const id = `${version}-${hash.digest('hex').slice(0, 12)}`
  const contents = join(dir, 'contents.json')
  await writeFile(contents, JSON.stringify({ id, files }))
  // Node writes this path into the file: a name without folders makes the same file everywhere.
  const main = 'single-main.cjs'
  await copyFile(join(root, 'build/release', main), join(dir, main))
  const config = {
    main,
    output: join(dir, 'blob'),
    disableExperimentalSEAWarning: true,
    assets: { contents, ...Object.fromEntries(files.map(name => [name, join(stage, name)])) },
  }
  await writeFile(join(dir, 'sea.json'), JSON.stringify(config))
  await run(process.execPath, ['--experimental-sea-config', join(dir, 'sea.json')], dir)
  const target = join(out, `kho-${version}-linux-${arch}`)
  await copyFile(node, target)
  const injection = [target, 'NODE_SEA_BLOB', config.output, '--sentinel-fuse', fuse]
  await run(process.execPath, [join(root, 'node_modules/postject/dist/cli.js'), ...injection], dir)
  await chmod(target, 0o755)
}
