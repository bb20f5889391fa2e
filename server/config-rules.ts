import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import * as v from 'valibot'
import { email } from '../domain/email.ts'
import { canonicalEmail } from '../domain/email-address.ts'
import { hasHidden } from '../domain/name-parts.ts'
import { newPassword } from '../domain/password.ts'
import { addressSet, proxyRanges } from '../domain/policy/addresses.ts'
import { type BrandColors, textContrast, whiteOn } from './brand/colors.ts'
import { type Logo, readLogo } from './brand/logo.ts'

/** A message begins behind the name of its variable. This one repeats the value: it is not for secrets. */
export const must = (what: string) => (issue: { input: string }) => `must ${what}, not "${issue.input}".`

export const text = v.string()
export const secret = v.pipe(text, v.minLength(32, 'must have at least 32 characters.'))
export const oneOf = <const T extends string>(...values: T[]) =>
  v.picklist(values, issue => `must be one of ${values.join(', ')}, not "${issue.input}".`)
export const flag = v.pipe(
  oneOf('0', '1'),
  v.transform(digit => digit === '1'),
)

export const whole = (least: number, most: number, message: string | ReturnType<typeof must>) => {
  const digits = new RegExp(`^\\d{1,${String(most).length}}$`)
  const holds = (given: string) => digits.test(given) && Number(given) >= least && Number(given) <= most
  return v.pipe(text, v.check(holds, message), v.transform(Number))
}
export const perSecond = whole(0, 99_999, must('be a number of requests a second from 0 (no limit) to 99999'))
export const port = whole(0, 65535, must('be a port from 0 (any free one) to 65535'))

const urlOf = (...schemes: string[]) => {
  const known = (given: string) => schemes.some(scheme => URL.parse(given)?.protocol === `${scheme}:`)
  const shapes = schemes.map(scheme => `${scheme}://`).join(' or ')
  return v.pipe(text, v.check(known, `must be a URL that begins with ${shapes}.`))
}
const urlRule = (holds: (url: URL) => boolean, message: string) =>
  v.check<string, string>(given => holds(new URL(given)), message)
const noSlash = v.transform<string, string>(given => given.replace(/\/+$/, ''))
export const databaseUrl = v.pipe(urlOf('postgres', 'postgresql'), noSlash)
export const bareUrl = v.pipe(
  urlOf('http', 'https'),
  urlRule(
    url => `${url.username}${url.password}${url.search}${url.hash}` === '',
    'must not have a user, a query or a fragment.',
  ),
)
export const webUrl = v.pipe(bareUrl, noSlash)
export const origin = v.pipe(
  bareUrl,
  urlRule(url => url.pathname === '/', 'must be an origin, without a path.'),
  noSlash,
)
const pathSegments = /^(\/[a-zA-Z0-9_~-][a-zA-Z0-9._~-]*)*$/
const taken = /^\/(api|assets|guide|s3)(\/|$)/
export const basePath = v.pipe(
  text,
  noSlash,
  v.check(
    given => pathSegments.test(given) && !taken.test(given),
    must(
      'be a path (/kho) of letters, digits, ".", "_", "~" and "-", not below /api, /assets, /guide or /s3',
    ),
  ),
)
export const docsUrl = v.pipe(
  urlOf('http', 'https'),
  urlRule(url => `${url.username}${url.password}` === '', 'must not have a user.'),
  v.transform(given => new URL(given).href),
)
export const smtpUrl = v.pipe(
  urlOf('smtp', 'smtps'),
  urlRule(
    url => url.hostname !== '' && ['', '/'].includes(url.pathname) && `${url.search}${url.hash}` === '',
    'must have a host, and no path, query or fragment.',
  ),
  noSlash,
)

const list = (known: (item: string) => boolean, what: string) =>
  v.pipe(
    text,
    v.transform(given => given.split(',').map(item => item.trim())),
    v.check(
      items => items.every(known),
      issue => `must list ${what}, not "${issue.input.find(item => !known(item))}".`,
    ),
    v.transform(items => items.filter(item => item !== '')),
  )
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const hostName = new RegExp(`^(?:${label}(\\.${label})*)?$`)
export const hostNames = v.pipe(
  v.pipe(text, v.toLowerCase()),
  list(item => isIP(item) === 0 && hostName.test(item), 'host names, without scheme and port'),
)
export const webhookHosts = v.pipe(
  v.pipe(text, v.toLowerCase()),
  list(
    item => isIP(item) !== 0 || hostName.test(item.replace(/^\*\./, '')),
    'host names, with *. before one for its subdomains, and addresses',
  ),
  // IPv6 as URLs write it.
  v.transform(items =>
    items.map(item => (isIP(item) === 6 ? new URL(`http://[${item}]`).hostname.slice(1, -1) : item)),
  ),
)
const isNetwork = (item: string) => addressSet([item]) !== undefined
export const networks = list(item => item === '' || isNetwork(item), 'addresses and networks (10.0.0.0/8)')
export const proxies = list(
  item => Object.hasOwn(proxyRanges, item) || isNetwork(item),
  'addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal',
)

const isEmail = (given: string) => v.is(email, given)
export const address = v.pipe(
  text,
  v.check(isEmail, must('be an e-mail address')),
  v.transform(canonicalEmail),
)
export const sender = v.pipe(
  text,
  v.check(
    given => isEmail(/^[^<>"\r\n]*<([^<>]+)>$/.exec(given)?.[1] ?? given),
    must('be an e-mail address, or a name with one in <>'),
  ),
)
export const password = v.pipe(
  text,
  v.check(
    given => v.is(newPassword, given),
    'must have 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and a special character.',
  ),
)

const bytesOfFile = v.pipe(
  text,
  v.rawTransform<string, Buffer>(({ dataset, addIssue, NEVER }) => {
    try {
      return readFileSync(dataset.value)
    } catch (error) {
      addIssue({ message: `names a file that cannot be read: ${(error as Error).message}.` })
      return NEVER
    }
  }),
)
export const content = v.pipe(
  bytesOfFile,
  v.transform(bytes => bytes.toString('utf8')),
)

const mostOfName = 40
export const brandName = v.pipe(
  text,
  v.trim(),
  v.check(
    given => given !== '' && [...given].length <= mostOfName && !hasHidden(given),
    must(`have 1 to ${mostOfName} visible characters`),
  ),
)
export const logo = v.pipe(
  bytesOfFile,
  v.rawTransform<Buffer, Logo>(({ dataset, addIssue, NEVER }) => {
    const read = readLogo(dataset.value)
    if (typeof read !== 'string') return read
    addIssue({ message: read })
    return NEVER
  }),
)
export const brandColors = v.pipe(
  text,
  v.toLowerCase(),
  v.regex(/^#[\da-f]{6}\s*,\s*#[\da-f]{6}$/, must('be two colours (#1d64d8,#0a7c83)')),
  v.transform(given => given.split(',').map(each => each.trim()) as unknown as BrandColors),
  v.check(
    colors => whiteOn(colors) >= textContrast,
    ({ input }) => {
      const lighter = input.find(color => whiteOn([color, color]) === whiteOn(input))
      const ratio = Math.floor(whiteOn(input) * 100) / 100
      return `must be darker: white text on ${lighter} has a contrast of ${ratio} : 1, and needs ${textContrast} : 1 (WCAG 2.2, 1.4.3).`
    },
  ),
)
const linkOr = (holds: (url: URL) => boolean, others: string) =>
  v.pipe(
    text,
    v.check(
      given => {
        const url = URL.parse(given)
        return url !== null && (['https:', 'http:'].includes(url.protocol) || holds(url))
      },
      must(`be a URL that begins with https:// or http://${others}`),
    ),
    v.transform(given => new URL(given).href),
  )
export const link = linkOr(() => false, '')
export const supportLink = linkOr(
  ({ protocol, pathname }) => protocol === 'mailto:' && isEmail(pathname),
  ', or mailto: with an address',
)

/** `name=value,name=value`, the values in percent-encoding: how OpenTelemetry lists headers. They may be secret. */
export const headerList = v.pipe(
  text,
  v.transform(given => given.split(',').filter(item => item.trim() !== '')),
  v.check(
    items => items.every(item => /^\s*[\w!#$%&'*+.^`|~-]+\s*=[\x21-\x7e \t]*$/.test(item) && isEncoded(item)),
    'must be headers as name=value, separated by commas, with values in percent-encoding.',
  ),
  v.transform(items =>
    Object.fromEntries(
      items.map(item => {
        const at = item.indexOf('=')
        return [item.slice(0, at).trim().toLowerCase(), decodeURIComponent(item.slice(at + 1).trim())]
      }),
    ),
  ),
)
function isEncoded(text: string): boolean {
  try {
    return /^[\x20-\x7e]*$/.test(decodeURIComponent(text))
  } catch {
    return false
  }
}

export const ratio = v.pipe(
  text,
  v.check(given => /^\d(\.\d{1,9})?$/.test(given) && Number(given) <= 1, must('be a number from 0 to 1')),
  v.transform(Number),
)

/** `10.0.0.5:8081` or `[::1]:8081`; null: it is neither. */
export const addressAndPort = (given: string): { host: string; port: number } | null => {
  const [, bound = '', number = ''] = /^(.+):(\d{1,5})$/.exec(given) ?? []
  const host = bound.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 || Number(number) > 65535 ? null : { host, port: Number(number) }
}
export const listener = v.pipe(
  text,
  v.check(given => addressAndPort(given) !== null, must('be an address and a port (127.0.0.1:9464)')),
  v.transform(given => addressAndPort(given)!),
)
