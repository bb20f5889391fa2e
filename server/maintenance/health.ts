import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { loopbackOf } from '../http/servers.ts'

/** ms */
const patience = 5000

/**
 * Asks the console that runs with these settings whether it is ready. For supervisors of containers, and for scripts: the
 * certificate is not checked, as it is for another name.
 */
export async function runHealth(
  config: Pick<Config, 'host' | 'port'> & { tls: unknown },
  say: (line: string) => void,
): Promise<boolean> {
  const [scheme, ask] = config.tls ? (['https', secureRequest] as const) : (['http', request] as const)
  const url = `${scheme}://${loopbackOf(config.host)}:${config.port}/api/health/ready`
  const answer = await new Promise<string>(resolve => {
    const asked = ask(url, { timeout: patience, rejectUnauthorized: false }, response => {
      text(response).then(
        body =>
          resolve(
            response.statusCode !== 200
              ? `Kho is not ready: ${[response.statusCode, codeIn(body)].join(' ').trim()}.`
              : body.includes('"status":"ok"')
                ? 'Kho is ready.'
                : 'Another server answers.',
          ),
        error => resolve(`Kho does not answer: ${error.message}`),
      )
    })
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${patience / 1000} s`)))
    asked.on('error', error => resolve(`Kho does not answer: ${error.message}`))
    asked.end()
  })
  say(answer)
  return answer === 'Kho is ready.'
}

/** The code of a problem; empty: another server answers. */
const codeIn = (body: string) => /"code":"(\w+)"/.exec(body)?.[1] ?? ''
