import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyPair } from '../s3/keys.ts'

/** An account's keys at both storages, and its buckets. */
export type Copied = { uid: string; old: KeyPair; new: KeyPair; buckets: string[] }

export const copyFolder = (dataDir: string) => join(dataDir, 'move')

const remote = (name: string, provider: string, endpoint: string, region: string, keys: KeyPair) => `[${name}]
type = s3
provider = ${provider}
endpoint = ${endpoint}
region = ${region}
access_key_id = ${keys.accessKey}
secret_access_key = ${keys.secretKey}
no_check_bucket = true
upload_cutoff = 5G
`

// By time, which also finds changed files that were uploaded in parts; then by MD5, for changes that kept the time. With
// `--use-server-modtime` a file replaced during the copying would be older than its copy, and never be copied again.
const script = (copied: readonly Copied[]) => `#!/bin/sh
# Copies the current version of each object. Run again, it copies what has changed since.
cd "$(dirname "$0")" || exit 1
unset AWS_CA_BUNDLE
failed=0
copy() {
  echo "$2"
  rclone sync --config rclone.conf --metadata "old-$1:$2" "new-$1:$2" || failed=1
  rclone sync --config rclone.conf --metadata --checksum "old-$1:$2" "new-$1:$2" || failed=1
}
${copied.flatMap(({ uid, buckets }) => buckets.map(bucket => `copy '${uid}' '${bucket}'`)).join('\n')}
[ "$failed" = 0 ] && echo 'All was copied.' || echo 'Not all was copied: see above.' >&2
exit "$failed"
`

/** Writes what copies the objects by rclone; returns the script's path. `rclone.conf` has secrets: mode 0600. */
export async function writeRclone(
  dataDir: string,
  copied: readonly Copied[],
  { from, to, region }: { from: string; to: string; region: string },
): Promise<string> {
  const folder = copyFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const remotes = copied.flatMap(each => [
    remote(`old-${each.uid}`, 'Other', from, region, each.old),
    remote(`new-${each.uid}`, 'Ceph', to, region, each.new),
  ])
  const path = join(folder, 'copy-files.sh')
  await writeFile(join(folder, 'rclone.conf'), remotes.join('\n'), { mode: 0o600 })
  await writeFile(path, script(copied), { mode: 0o600 })
  return path
}
