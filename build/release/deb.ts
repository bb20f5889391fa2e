import { chmod, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../../server/program.ts'
import { run } from './run.ts'
import { sourceDate } from './source-date.ts'
import type { Target } from './target.ts'

const scripts = ['postinst', 'prerm', 'postrm']
const source = (name: string) => join(root, 'build/release/debian', name)

/**
 * Makes a Debian package in `out` of the staged program, with the target's Node. `dir`: an empty folder. Its times are that
 * of `SOURCE_DATE_EPOCH`, if that is set. @throws without `dpkg-deb`
 */
export async function makeDeb(
  stage: string,
  dir: string,
  out: string,
  version: string,
  { debian, node }: Target,
): Promise<void> {
  const put = async (from: string, to: string, mode?: number) => {
    const path = join(dir, to)
    await cp(from, path, { recursive: true })
    if (mode !== undefined) await chmod(path, mode)
  }
  const program = 'usr/lib/kho'
  for (const name of ['server', 'dist', 'openapi', 'package.json'])
    await put(join(stage, name), join(program, name))
  await put(node, join(program, 'bin/node'), 0o755)
  for (const name of ['LICENSE', 'THIRD-PARTY.txt', 'CHANGELOG.md', 'SECURITY.md'])
    await put(join(stage, name), join('usr/share/doc/kho', name))
  for (const name of ['operations.md', 'nginx.conf', 'monitoring'])
    await put(join(root, 'docs', name), join('usr/share/doc/kho', name))
  await writeFile(join(dir, 'usr/share/doc/kho/copyright'), copyright)
  await writeFile(join(dir, 'usr/share/doc/kho/changelog.gz'), gzipSync(changelog(version), { level: 9 }))
  await put(source('kho'), 'usr/bin/kho', 0o755)
  await put(source('kho.service'), 'lib/systemd/system/kho.service', 0o644)
  await put(source('kho.env'), join(program, 'kho.env'), 0o644)
  for (const name of scripts) await put(source(name), join('DEBIAN', name), 0o755)
  await writeFile(join(dir, 'DEBIAN/control'), control(version, debian, await sizeOf(dir)))
  await mkdir(out, { recursive: true })
  // More threads cut the archive into other blocks.
  await run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--threads-max=1', '--build', dir, out], root)
}

const maintainer = 'Kho <kho@localhost>'

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Kho

Files: *
Copyright: the authors of Kho
License: Apache-2.0
 The licence is in /usr/share/common-licenses/Apache-2.0. Of the packages by
 others that are in Kho, licences and authors are in THIRD-PARTY.txt.
`

const changelog = (version: string) => `kho (${version}) unstable; urgency=medium

  * See CHANGELOG.md in this folder.

 -- ${maintainer}  ${sourceDate().toUTCString().replace('GMT', '+0000')}
`

const control = (version: string, architecture: string, kibibytes: number) => `Package: kho
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kibibytes}
Depends: libc6 (>= 2.28), libstdc++6, passwd
Recommends: systemd
Section: web
Priority: optional
Description: web console for S3-compatible object storage
 Manages buckets, files, users, keys and quotas in Vietnamese and English, with
 its own API server and S3 engine; on Ceph RGW and other S3 services too.
`

/** KiB */
async function sizeOf(dir: string): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter(entry => entry.isFile())
    .map(async entry => Math.ceil((await stat(join(entry.parentPath, entry.name))).size / 1024))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
