import { execFile, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Running } from './support.ts'

export const execute = promisify(execFile)

/** The paths of a program, each once; empty where it is not installed. */
export const programs = (name: string): string[] => [
  ...new Set(
    spawnSync('which', ['-a', name], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(path => path !== '')
      .map(path => realpathSync(path)),
  ),
]

const names = [
  'plain.txt',
  'with space.txt',
  ' leading and trailing ',
  '100%.txt',
  '%41.txt',
  'a+b.txt',
  'a#b.txt',
  'a?b=c&d.txt',
  'quote"\'<&>.txt',
  "!'()*~;:@$,=[]{}|^`.txt",
  'tiếng Việt/đường dẫn/tệp.txt',
  'emoji 😀/👨‍👩‍👧.txt',
  'deep/er/and/deeper/file',
  'empty',
  '__proto__',
]

/** The SHA-256 of each file below a folder, by path. */
export const tree = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [
        path.slice(folder.length + 1),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )

export const makeTree = (folder: string): void => {
  for (const [index, name] of names.entries()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), name === 'empty' ? '' : randomBytes(index * 1000))
  }
}

/** Writes a file of 200 MB, and returns its SHA-256. */
export const large = (path: string): string => {
  const hash = createHash('sha256')
  writeFileSync(path, '')
  for (let piece = 0; piece < 25; piece += 1) {
    const bytes = randomBytes(8_000_000)
    hash.update(bytes)
    writeFileSync(path, bytes, { flag: 'a' })
  }
  return hash.digest('hex')
}
export const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

export type Run = (...args: string[]) => Promise<string>

export const environment = (running: Running, home: string): NodeJS.ProcessEnv => {
  const { AWS_CA_BUNDLE: _, AWS_PROFILE: __, ...inherited } = process.env
  return {
    ...inherited,
    HOME: home,
    AWS_ACCESS_KEY_ID: running.keys.accessKey,
    AWS_SECRET_ACCESS_KEY: running.keys.secretKey,
    AWS_DEFAULT_REGION: 'kho-1',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/dev/null',
    LC_ALL: 'C.UTF-8',
    RCLONE_CONFIG: join(home, 'rclone.conf'),
    RCLONE_CONFIG_KHO_TYPE: 's3',
    RCLONE_CONFIG_KHO_PROVIDER: 'Other',
    // Else rclone asks for plain XML, which cannot carry control characters in keys.
    RCLONE_CONFIG_KHO_LIST_URL_ENCODE: 'true',
    RCLONE_CONFIG_KHO_ENDPOINT: running.url,
    RCLONE_CONFIG_KHO_REGION: 'kho-1',
    RCLONE_CONFIG_KHO_ACCESS_KEY_ID: running.keys.accessKey,
    RCLONE_CONFIG_KHO_SECRET_ACCESS_KEY: running.keys.secretKey,
  }
}

/** Runs a program of another maker against the engine, in the folder `home`. */
export const client =
  (
    program: string,
    running: Running,
    home: string,
    more: { args?: string[]; env?: NodeJS.ProcessEnv } = {},
  ): Run =>
  async (...args) => {
    const { stdout } = await execute(program, [...args, ...(more.args ?? [])], {
      env: { ...environment(running, home), ...more.env },
      cwd: home,
      maxBuffer: 16 * 1024 * 1024,
    })
    return stdout
  }
