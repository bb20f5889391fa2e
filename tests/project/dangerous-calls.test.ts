import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('{domain,flows,languages,machines,server,src}/**/*.{ts,tsx}', {
  // Code of tests.
  exclude: ['flows/kit/**'],
})

/** The files whose source has each match of `pattern`, by the first group of it. */
function filesWith(pattern: RegExp): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const file of sources.sort())
    for (const [, what] of readFileSync(file, 'utf8').matchAll(pattern)) {
      found[what!] ??= []
      if (!found[what!]!.includes(file)) found[what!]!.push(file)
    }
  return found
}

test('secrets are hashed, signed and encrypted by these algorithms only; others are named by S3 or an RFC [V11.2.1, V11.2.3, V11.3.1, V11.3.2, V11.4.1]', () => {
  const { sha256, ...others } = filesWith(/\bcreate(?:Hash|Hmac)\(\s*'?([\w-]+)/g)
  expect(sha256!.length).toBeGreaterThan(5)
  expect(others).toEqual({
    // What minisign signs.
    blake2b512: ['server/maintenance/verify-release.ts'],
    // ETags and Content-MD5 of S3, and one of the checksums that a client may choose.
    algorithm: ['server/engine/protocol/checksums.ts'],
    md5: [
      'server/engine/operations/complete-upload.ts',
      'server/engine/operations/copy-source.ts',
      'server/engine/operations/upload-part-copy.ts',
      'server/maintenance/move-account.ts',
      'server/storage/multipart.ts',
    ],
    // Signature Version 2 of S3.
    sha1: ['server/engine/signature/verify-form.ts', 'server/engine/signature/verify-v2.ts'],
    // Bytes of sample files.
    sha512: ['server/demo/files.ts'],
  })
  expect(filesWith(/\b(?:const CIPHER = |create(?:C|Dec)ipheriv\(\s*)'([\w-]+)'/g)).toEqual({
    'aes-256-ctr': ['server/engine/store/data-keys.ts'],
    'aes-256-gcm': ['server/vault/sealing.ts'],
  })
  expect(filesWith(/\b((?:public|private)(?:En|De)crypt|createSign|scrypt|pbkdf2)\w*\(/g)).toEqual({})
})

test('no secret is a number of Math.random [V11.5.1]', () => {
  expect(filesWith(/\b(Math\.random)\b/g)).toEqual({
    'Math.random': ['machines/upload/setup.ts', 'src/uploads/other-tabs.ts'],
  })
})

test('no text becomes code or markup, and two programs are started, by their names [V1.2.3, V1.2.5, V1.3.2, V3.2.2]', () => {
  expect(filesWith(/\b(eval|new Function|document\.write|insertAdjacentHTML)\(/g)).toEqual({})
  expect(filesWith(/\b(dangerouslySetInnerHTML|innerHTML|outerHTML|srcdoc|srcDoc)\s*=/g)).toEqual({
    // The drawing of a state chart, on the page of `npm run flows`.
    dangerouslySetInnerHTML: ['flows/canvas.tsx'],
  })
  expect(filesWith(/(node:child_process|node:vm)/g)).toEqual({
    'node:child_process': ['server/cli.ts', 'server/maintenance/backup.ts'],
  })
})
