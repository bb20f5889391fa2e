import { createServer } from 'node:http'
import type { Config } from '../../config.ts'
import { closeServer, listen, urlHost } from '../../http/servers.ts'
import { bad, good, reasonOf, type Verdict, warning } from './verdict.ts'

/** `setting`: the variable of its port. */
export type Listener = { name: string; setting: string; host: string; port: number }

/** The addresses on which Kho listens with these settings; without those that take any free port. */
export function listenersOf({ host, port, storage, metrics }: Config): Listener[] {
  const all: (Listener | null)[] = [
    { name: 'The console', setting: 'KHO_PORT', host, port },
    storage.kind === 'embedded'
      ? { name: 'The S3 engine', setting: 'KHO_S3_PORT', host, port: storage.port }
      : null,
    metrics && { name: 'The metrics', setting: 'KHO_METRICS_LISTEN', ...metrics },
    storage.inbox && {
      ...{ name: 'The inbox', setting: 'KHO_S3_INBOX_LISTEN' },
      ...{ host: storage.inbox.host, port: storage.inbox.port },
    },
  ]
  return all.filter(each => each !== null).filter(({ port }) => port !== 0)
}

/** Whether each address of the settings is free, or the running Kho's. `running`: its listeners; null: none runs. */
export const checkPorts = (config: Config, running: Listener[] | null): Promise<Verdict[]> =>
  Promise.all(listenersOf(config).map(listener => checkPort(listener, running)))

async function checkPort({ name, setting, host, port }: Listener, running: Listener[] | null) {
  const address = `${urlHost(host)}:${port}`
  if (running?.some(each => each.host === host && each.port === port))
    return good(`${name} listens on ${address}.`)
  const server = createServer()
  try {
    await listen(server, host, port)
  } catch (error) {
    return refusal(error as NodeJS.ErrnoException, { name, setting, address, host, port })
  }
  await closeServer(server)
  return running === null
    ? good(`${address} is free for ${name.replace('The', 'the')}.`)
    : warning(`${name} does not listen on ${address} yet.`, 'Restart Kho with these settings.')
}

function refusal(
  error: NodeJS.ErrnoException,
  { name, setting, address, host, port }: Listener & { address: string },
): Verdict {
  const what = `${name} cannot listen on ${address}:`
  if (error.code === 'EADDRINUSE')
    return bad(
      `${what} another program does.`,
      `Stop that program (ss -ltnp "sport = :${port}"), or change ${setting}.`,
    )
  if (error.code === 'EACCES')
    return bad(
      `${what} its user may not use this port.`,
      `Set ${setting} to a port from 1024 on, and let a proxy listen on ${port}.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return bad(
      `${what} ${host} is no address of this machine.`,
      `Change ${setting.endsWith('LISTEN') ? setting : 'KHO_HOST'}.`,
    )
  return bad(`${what} ${reasonOf(error)}.`, `Change ${setting}.`)
}
