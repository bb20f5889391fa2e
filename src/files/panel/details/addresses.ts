import { isFolder } from '../../../../domain/copy-target.ts'
import { bareName } from '../../../../domain/object-key.ts'
import type { ObjectItem } from '../../../../openapi/schema.ts'
import { profile } from '../../../keys/snippets.ts'

/**
 * Quotes `text` as one word of a POSIX shell (2024). Control characters become octal escapes: pasted into a terminal, they
 * could end the line and start another command.
 */
export function shellWord(text: string): string {
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const octal = (character: string) =>
    [...new TextEncoder().encode(character)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  return `$'${text.replace(/['\\\p{Cc}]/gu, octal)}'`
}

/** The path and URI of an object, and the AWS CLI command that downloads it. */
export function objectAddresses(bucket: string, path: string, type: ObjectItem['type']) {
  const uri = `s3://${bucket}/${path}`
  const recursive = type === 'folder' ? ' --recursive' : ''
  // For `aws s3 cp` a key that ends in a slash is a folder.
  const command =
    type === 'file' && isFolder(path)
      ? `s3api get-object --bucket ${shellWord(bucket)} --key ${shellWord(path)} ${fileWord(path)}`
      : `s3 cp ${shellWord(uri)} .${recursive}`
  return { path, uri, aws: `aws ${command} --profile ${profile}` }
}

/** The file in the current folder that a command writes. */
function fileWord(path: string): string {
  return shellWord(`./${bareName(path) || 'file'}`)
}

/** Lifetime of the link in a copied command, in seconds. */
export const commandLinkLife = 3600

/** A curl command that downloads `url` to the name of the file. */
export function curlCommand(path: string, url: string): string {
  return `curl --fail --output ${fileWord(path)} ${shellWord(url)}`
}
