import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '../../config.ts'
import { bad, good, reasonOf, type Verdict, warning } from './verdict.ts'

/** ms */
const patience = 5_000
const day = 86_400_000
/** Days; Let's Encrypt's are renewed 30 days before their end. */
const few = 20

/** When the certificates end: Kho's own, and those that visitors of its public addresses get. `now`: ms. */
export async function checkCertificates(config: Config, now: number): Promise<Verdict[]> {
  const { tls, publicUrl, storage } = config
  const own = tls ? [ofEnd('The certificate in KHO_TLS_CERT', new X509Certificate(tls.cert), now)] : []
  const urls = [publicUrl, storage.publicEndpoint].filter(url => url?.startsWith('https:'))
  const hosts = [...new Set(urls.map(url => new URL(url!).host))]
  const seen = await Promise.all(hosts.map(host => checkPublic(host, now)))
  const all = [...own, ...seen]
  return all.length > 0 ? all : [good('No address of Kho is https://.')]
}

async function checkPublic(host: string, now: number): Promise<Verdict> {
  const { hostname, port } = new URL(`https://${host}`)
  const name = hostname.replace(/[[\]]/g, '')
  const socket = connect({
    ...{ host: name, port: Number(port || 443), rejectUnauthorized: false },
    ...(isIP(name) === 0 && { servername: name }),
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patience) })
    const certificate = socket.getPeerX509Certificate()
    if (!certificate) throw new Error('it has no certificate')
    const verdict = ofEnd(`The certificate of ${host}`, certificate, now)
    const doubt = socket.authorizationError as Error | string | null
    return verdict.state !== 'good' || !doubt
      ? verdict
      : warning(
          `${verdict.message.slice(0, -1)}, but browsers may refuse it: ${doubt}.`,
          'Install one of an authority that browsers trust, with its chain, for this name.',
        )
  } catch (error) {
    return warning(
      `The certificate of ${host} cannot be read from here: ${reasonOf(error)}.`,
      `Start the proxy, or look from another machine: https://${host}`,
    )
  } finally {
    socket.destroy()
  }
}

function ofEnd(name: string, { validFromDate, validToDate }: X509Certificate, now: number): Verdict {
  const days = Math.floor((validToDate.getTime() - now) / day)
  const advice = 'Renew it, then reload Kho and the proxy.'
  if (validFromDate.getTime() > now) return bad(`${name} is not valid yet.`, 'Correct the clock, or wait.')
  if (days < 0) return bad(`${name} has expired.`, advice)
  const message = `${name} is valid for ${days} days.`
  return days <= few ? warning(message, advice) : good(message)
}
