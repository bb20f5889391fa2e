import { nameOf } from '../../../domain/object-key.ts'

/**
 * `text` as one word of a POSIX shell (2024): within quotes that nothing in it can end. Control characters are written as
 * octal numbers: pasted into a terminal, they could end the line and begin another command.
 */
export function shellWord(text: string): string {
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const octal = (character: string) =>
    [...new TextEncoder().encode(character)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  return `$'${text.replace(/['\\\p{Cc}]/gu, octal)}'`
}

/** How programs name a file or folder of a bucket: its path, its URI, and a command of the AWS CLI that fetches it. */
export function objectAddresses(bucket: string, path: string) {
  const uri = `s3://${bucket}/${path}`
  const recursive = path.endsWith('/') ? ' --recursive' : ''
  return { path, uri, aws: `aws s3 cp ${shellWord(uri)} .${recursive} --profile kho` }
}

/** Seconds for which the link in a copied command works. */
export const commandLinkLife = 3600

/** A command that downloads a file from `url` under its own name. */
export function curlCommand(path: string, url: string): string {
  return `curl --fail --output ${shellWord(`./${nameOf(path)}`)} ${shellWord(url)}`
}
