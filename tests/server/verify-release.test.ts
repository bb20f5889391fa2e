import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { main } from '../../server/cli.ts'
import { runVerifyRelease } from '../../server/maintenance/verify-release.ts'

// Made by minisign 0.11 with a key that is gone.
const key = 'RWSTUCPtn7sgbIL1WiDwVItCm3n1BGSO9IN5VaNF1BTbO3ZvkCBae1TY'
const otherKey = 'RWRgjqitO3z2E6S/iUbAMdXtd8wOeJ1VXm/Q4hA5PWyUf1Q/are0jGKY'
const files = {
  'kho-0.1.0.md': 'hai\n',
  'kho-0.1.0.tgz': 'xin chao\n',
  SHA256SUMS: `ff1d3f6bfdfa05181e51a2e2c1cf44abd33018a3c4213dacd36477c33f8bb9d0  kho-0.1.0.md
5f88177c0b9da1430a1819d36343c26bed4de980be51344435a688a4dc492eb2  kho-0.1.0.tgz
`,
  'SHA256SUMS.minisig': `untrusted comment: signature from minisign secret key
RUSTUCPtn7sgbP8cIEw6cEoSZZ8If/tzU9un4sT6eLgg55KOFy022UqEWyk2bTK4CcxSBCxlSqJsL0ys80VAQsHJfnfj/21nsgQ=
trusted comment: Kho 0.1.0
/ICWrJhocmVFzvViRVNtWQZIFDalvYM46fAIxJcPsnjs9caFiWRiteZFPmsH0QA4njl3zQgrXLzwmqo6bTu1DA==
`,
}

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-verify-release-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const range = (begin: number, end: number) => Array.from({ length: end - begin }, (_, index) => begin + index)

async function verified(...options: string[]) {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const code = await main(['verify-release', dir, ...options], {}, { log: say, error: say })
  return { code, said }
}

test('a release as it was signed is verified; without a key its sums alone are', async () => {
  writeFileSync(join(dir, '../kho-verify-release.pub'), `untrusted comment: a key\n${key}\n`)
  const signed = { code: 0, said: ['All files are as they were signed with this key.'] }
  expect(await verified('--key', key)).toEqual(signed)
  expect(await verified('--key', join(dir, '../kho-verify-release.pub'))).toEqual(signed)
  rmSync(join(dir, '../kho-verify-release.pub'))
  expect(await verified()).toEqual({
    code: 0,
    said: ['All files are as the sums say. Who made the sums is not known: name a key by --key.'],
  })
})

test('files that were changed, are missing or were added are named', async () => {
  writeFileSync(join(dir, 'kho-0.1.0.tgz'), 'xin chaO\n')
  rmSync(join(dir, 'kho-0.1.0.md'))
  mkdirSync(join(dir, 'more'))
  expect(await verified('--key', key)).toEqual({
    code: 1,
    said: [
      'kho-0.1.0.md is missing.',
      'kho-0.1.0.tgz is not what was released.',
      'more is not of the release.',
    ],
  })
})

test('one changed byte of the sums, or of the signature, is found', async () => {
  const signature = files['SHA256SUMS.minisig']
  // Of what comes before nothing is signed, nor are the words `trusted comment: ` and bits that base64 does not use.
  const begins = [signature.indexOf('RUST'), signature.indexOf('Kho'), signature.indexOf('/ICW')]
  const ends = [signature.indexOf('=\n') - 1, signature.indexOf('\n/ICW'), signature.lastIndexOf('==') - 1]
  const places = begins.flatMap((begin, index) => range(begin, ends[index]!))
  const changes = {
    SHA256SUMS: range(0, files.SHA256SUMS.length).filter(at => files.SHA256SUMS[at] !== '\n'),
    'SHA256SUMS.minisig': places,
  }
  for (const name of ['SHA256SUMS', 'SHA256SUMS.minisig'] as const) {
    for (const at of changes[name]) {
      const bytes = Buffer.from(files[name])
      bytes[at] = bytes[at] === 65 ? 66 : 65
      writeFileSync(join(dir, name), bytes)
      expect([name, at, await runVerifyRelease(dir, key, () => undefined)]).toEqual([name, at, false])
    }
    writeFileSync(join(dir, name), files[name])
  }
  expect((await verified('--key', key)).code).toBe(0)
})

test('another key, no signature and no sums are told', async () => {
  expect((await verified('--key', otherKey)).said).toEqual(['SHA256SUMS was signed with another key.'])
  expect((await verified('--key', 'a key')).said).toEqual(['The key is not a public key of minisign.'])
  rmSync(join(dir, 'SHA256SUMS.minisig'))
  expect((await verified('--key', key)).said).toEqual([
    `${dir} has no SHA256SUMS.minisig: its sums are not signed.`,
  ])
  rmSync(join(dir, 'SHA256SUMS'))
  expect(await verified()).toEqual({ code: 1, said: [`${dir} has no SHA256SUMS.`] })
})
