import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from '../../server/program.ts'
import { notices } from './notices.ts'

type Manifest = {
  version: string
  description: string
  license: string
  dependencies: Record<string, string>
}

/** Systems for which npm has the Node that Kho runs on; elsewhere users need their own. */
const systems = ['linux-x64', 'linux-arm64']

/**
 * Makes, in an empty folder, the program that all releases are made of: the bundled server, the console in `pages`, and an
 * npm package around them, without dependencies but for Node and a faster CRC.
 */
export async function stageProgram(dir: string, pages: string): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
  await Promise.all([
    bundleServer(join(dir, 'server')),
    cp(pages, join(dir, 'dist'), { recursive: true }),
    copy('openapi/kho.json', dir),
    copy('server/places/since-2025.txt', dir),
    copy('server/places/until-2025.txt', dir),
    copy('LICENSE', dir),
    copy('CHANGELOG.md', dir),
    copy('SECURITY.md', dir),
    writeFile(join(dir, 'THIRD-PARTY.txt'), await notices()),
    writeFile(join(dir, 'README.md'), readme),
    writeFile(join(dir, 'package.json'), JSON.stringify(packageOf(manifest), null, 2)),
  ])
  const command = join(dir, 'bin/kho.cjs')
  await mkdir(join(dir, 'bin'), { recursive: true })
  await cp(join(root, 'build/release/kho.cjs'), command)
  await chmod(command, 0o755)
  return manifest
}

async function copy(path: string, dir: string) {
  await cp(join(root, path), join(dir, path), { recursive: true })
}

async function bundleServer(dir: string) {
  const bundle = await rolldown({
    cwd: root,
    input: {
      main: 'server/main.ts',
      'hash-thread': 'server/engine/protocol/hash-thread.ts',
      'name-thread': 'server/engine/store/name-thread.ts',
      'sqlite-thread': 'server/store/sqlite-thread.ts',
    },
    platform: 'node',
    // Compiled for each system; the server does without.
    external: [/^@node-rs\//, 'pg-native'],
    logLevel: 'warn',
    plugins: [{ name: 'ascii', renderChunk: code => ({ code: inAscii(code), map: null }) }],
  })
  await bundle.write({ dir, format: 'esm', comments: false, chunkFileNames: '[name].js' })
  await bundle.close()
}

/** Strings, templates and regular expressions may escape any character; V8 decodes and keeps ASCII in half the time and memory. */
const inAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

function packageOf({ version, description, license, dependencies }: Manifest) {
  const node = dependencies.node!
  const crc = '@node-rs/crc32'
  return {
    name: 'kho',
    version,
    description,
    license,
    type: 'module',
    bin: { kho: 'bin/kho.cjs' },
    engines: { node: '>=18' },
    optionalDependencies: {
      ...Object.fromEntries(systems.map(system => [`node-${system}`, node])),
      [crc]: dependencies[crc],
    },
  }
}

const readme = `# Kho

A web console for S3-compatible object storage, in Vietnamese and English, with its own API server and S3 engine.

\`kho\` starts it, says where it is, and prints the password of the first user. Data is kept in \`~/.local/share/kho\`, or
where \`KHO_DATA_DIR\` says. \`kho --help\` lists the other commands.
`
