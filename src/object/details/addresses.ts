import { nameOf } from '../../../domain/object-key.ts'

/** `text` as one word of a POSIX shell: within quotes that nothing in it can end. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
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
