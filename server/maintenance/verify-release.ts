import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const sumsFile = 'SHA256SUMS'
const signatureFile = `${sumsFile}.minisig`

/**
 * Compares the files of a release with its sums, and these with their signature by `key`: a public key of minisign, or a file
 * that holds one. Gives whether all is as it was released.
 */
export async function runVerifyRelease(
  folder: string,
  key: string | undefined,
  say: (line: string) => void,
): Promise<boolean> {
  const path = join(folder, sumsFile)
  if (!existsSync(path)) throw new Error(`${folder} has no ${sumsFile}.`)
  const sums = await readFile(path)
  const problems = await differences(folder, sums.toString())
  if (key !== undefined) problems.push(...(await signatureProblem(folder, sums, key)))
  for (const problem of problems) say(problem)
  if (problems.length > 0) return false
  if (key === undefined)
    say('All files are as the sums say. Who made the sums is not known: name a key by --key.')
  else say('All files are as they were signed with this key.')
  return true
}

async function differences(folder: string, sums: string): Promise<string[]> {
  const expected = new Map<string, string>()
  for (const line of sums.trimEnd().split('\n')) {
    const [, hash, name] = /^([0-9a-f]{64}) [ *]([^/]+)$/.exec(line) ?? []
    if (hash === undefined || name === undefined) return [`${sumsFile} has a line that is no sum: ${line}`]
    expected.set(name, hash)
  }
  const present = new Set(await readdir(folder))
  const found: string[] = []
  for (const [name, hash] of expected) {
    if (!present.has(name)) found.push(`${name} is missing.`)
    else if ((await sha256Of(join(folder, name))) !== hash) found.push(`${name} is not what was released.`)
  }
  const others = [...present].filter(
    name => !expected.has(name) && name !== sumsFile && name !== signatureFile,
  )
  return [...found, ...others.map(name => `${name} is not of the release.`)]
}

/** Of a file, in hexadecimal digits. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** An Ed25519 key without its 32 bytes (RFC 8410). */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex')

/** Source: jedisct1.github.io/minisign, "Signature format" and "Public key format". */
async function signatureProblem(folder: string, sums: Buffer, key: string): Promise<string[]> {
  const path = join(folder, signatureFile)
  if (!existsSync(path)) return [`${folder} has no ${signatureFile}: its sums are not signed.`]
  const text = existsSync(key) ? await readFile(key, 'utf8') : key
  const known = Buffer.from(text.trim().split('\n').at(-1)!, 'base64')
  if (known.length !== 42 || known.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('The key is not a public key of minisign.')
  const [, line = '', comment = '', whole = ''] = (await readFile(path, 'utf8')).split('\n')
  const signature = Buffer.from(line, 'base64')
  if (!signature.subarray(2, 10).equals(known.subarray(2, 10)))
    return [`${sumsFile} was signed with another key.`]
  const publicKey = createPublicKey({
    key: Buffer.concat([keyHead, known.subarray(10)]),
    format: 'der',
    type: 'spki',
  })
  const isSigned = (bytes: Buffer, by: Buffer) => by.length === 64 && verify(null, bytes, publicKey, by)
  const prehashed = signature.toString('latin1', 0, 2) === 'ED'
  const signed = prehashed ? createHash('blake2b512').update(sums).digest() : sums
  const bare = signature.subarray(10)
  const trusted = Buffer.concat([bare, Buffer.from(comment.replace(/^trusted comment: /, ''))])
  const valid = isSigned(signed, bare) && isSigned(trusted, Buffer.from(whole, 'base64'))
  return valid ? [] : [`${sumsFile} is not what was signed.`]
}
