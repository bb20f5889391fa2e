import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeyPair } from '../../../server/s3/keys.ts'
import { region } from './console.ts'

/** `ok`, `refused` where the storage denied it, `not seen` where nothing seemed to be there; or what the program said. */
export type Outcome = string

function reasonIn(said: string): Outcome | null {
  if (/AccessDenied|Forbidden|\b403\b|InvalidAccessKeyId|UserSuspended/.test(said)) return 'refused'
  // A refusal of RGW 16 has no message, on which Debian's aws stumbles.
  if (said.includes("argument of type 'NoneType' is not iterable")) return 'refused'
  return said.includes("doesn't exist") ? 'not seen' : null
}

export type Program = { missing: string | null; run(...args: string[]): Promise<Outcome>; file: string }

/** Debian's own, where another aws comes first in the path. */
function found(name: string): string | null {
  const paths = spawnSync('which', ['-a', name], { encoding: 'utf8' }).stdout.split('\n')
  return paths.find(path => path === `/usr/bin/${name}`) ?? (paths[0] || null)
}

/** `aws` and `rclone` as a person with this key runs them, with a small `file` to send. `stop` clears up after them. */
export function s3Programs(endpoint: string, keys: KeyPair) {
  const home = mkdtempSync(join(tmpdir(), 'kho-programs-'))
  const file = join(home, 'file.txt')
  writeFileSync(file, 'content')
  const { AWS_CA_BUNDLE: _, AWS_PROFILE: __, ...inherited } = process.env
  const env = {
    ...inherited,
    HOME: home,
    LC_ALL: 'C.UTF-8',
    AWS_ACCESS_KEY_ID: keys.accessKey,
    AWS_SECRET_ACCESS_KEY: keys.secretKey,
    AWS_DEFAULT_REGION: region,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_MAX_ATTEMPTS: '1',
    RCLONE_CONFIG: join(home, 'rclone.conf'),
    RCLONE_CONFIG_KHO_TYPE: 's3',
    RCLONE_CONFIG_KHO_PROVIDER: 'Other',
    RCLONE_CONFIG_KHO_ENDPOINT: endpoint,
    RCLONE_CONFIG_KHO_REGION: region,
    RCLONE_CONFIG_KHO_ACCESS_KEY_ID: keys.accessKey,
    RCLONE_CONFIG_KHO_SECRET_ACCESS_KEY: keys.secretKey,
    RCLONE_RETRIES: '1',
    RCLONE_LOW_LEVEL_RETRIES: '1',
  }
  const program = (name: string, more: string[]): Program => {
    const path = found(name)
    const run = (...args: string[]) =>
      new Promise<Outcome>(resolve => {
        execFile(path!, [...args, ...more], { env, cwd: home, timeout: 60_000 }, (error, _stdout, stderr) => {
          resolve(error ? (reasonIn(stderr) ?? `${error.message}\n${stderr}`) : 'ok')
        })
      })
    return { missing: path ? null : `${name} is not installed`, run, file }
  }
  return {
    aws: program('aws', ['--endpoint-url', endpoint]),
    rclone: program('rclone', []),
    stop: () => rmSync(home, { recursive: true, force: true }),
  }
}
