import { type Api, byToken, type Entry, type Json, type Parameter, resolve, type Schema } from './document.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** JSON on one line, if that is short. */
function written(value: Json): string {
  const line = JSON.stringify(value)
  return line.length <= 60 ? line : JSON.stringify(value, null, 2)
}

/** The name and value of each query parameter that must be there. */
function pairsOf(parameters: Parameter[]): [string, string][] {
  return parameters
    .filter(each => each.in === 'query' && each.required)
    .flatMap(({ name, example }) =>
      [example ?? null].flat().map((value): [string, string] => [name, String(value)]),
    )
}

function urlOf({ method, path, parameters }: Entry): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.find(each => each.name === name && each.in === 'path')?.example)),
  )
  const query = method === 'GET' ? '' : new URLSearchParams(pairsOf(parameters)).toString()
  return `"$KHO_URL${filled}${query && `?${query}`}"`
}

function credentials(entry: Entry): string[] {
  const [first] = entry.operation.security
  const sets = entry.answers.some(([, { headers }]) => headers?.['Set-Cookie'])
  const jar = sets ? ['--cookie-jar kho.cookies'] : []
  if (byToken(entry)) return ['--header "Authorization: Bearer $KHO_TOKEN"']
  if (first === undefined) return jar
  if ('refresh' in first)
    return [
      '--header "Authorization: Bearer $KHO_REFRESH_TOKEN"',
      '--cookie kho.cookies',
      '--cookie-jar kho.cookies',
    ]
  return ['--cookie kho.cookies', ...jar]
}

/** The head of a body of bytes in JSON with its length before it, and a file's bytes (`putBatch`), as input of curl. */
function inputOf(api: Api, schema: Schema): string {
  const head = JSON.stringify(resolve<Schema>(api, schema.contentSchema!).example)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(head))
  const octal = [...length].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  return `printf '${octal}%s%s' \\\n  ${quoted(head)} \\\n  '123456789' |\n`
}

/**
 * A command line of curl (POSIX shell) that calls the operation with the contract's examples. `KHO_URL`: the console's
 * address; `KHO_TOKEN`: the token of an API client. Sessions are kept in the file `kho.cookies`.
 */
export function curlOf(api: Api, entry: Entry): string {
  const { method, parameters, operation, answers } = entry
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const pairs = method === 'GET' ? pairsOf(parameters) : []
  const lines = [
    `curl${method === 'GET' ? (pairs.length > 0 ? ' --get' : '') : ` --request ${method}`} ${urlOf(entry)}`,
    ...credentials(entry),
    ...pairs.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ]
  let input = ''
  if (type === 'application/x-www-form-urlencoded')
    for (const [name, value] of Object.entries(media!.example as Record<string, string>))
      lines.push(`--data-urlencode ${quoted(`${name}=${value}`)}`)
  else if (type === 'application/json')
    lines.push(`--header 'Content-Type: ${type}'`, `--data ${quoted(written(media!.example!))}`)
  else if (type !== undefined) {
    input = inputOf(api, media!.schema)
    lines.push(`--header 'Content-Type: ${type}'`, '--data-binary @-')
  }
  const produced = answers.flatMap(([status, { content }]) =>
    status.startsWith('2') ? Object.keys(content ?? {}) : [],
  )
  if (produced.includes('text/event-stream')) lines.push('--no-buffer')
  if (produced.includes('text/csv')) lines.push('--output kho.csv')
  if (produced.includes('application/zip')) lines.push('--output kho.zip')
  return input + lines.join(' \\\n  ')
}
