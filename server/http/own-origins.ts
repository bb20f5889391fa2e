import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import { urlHost } from './servers.ts'

/**
 * The origins that the console's pages are known to have: KHO_PUBLIC_URL, else this computer's names and the address
 * that it listens on. Never a request's Host: clients can send any.
 */
export function ownOrigins({ publicUrl, host, tls }: Config, server: Server): string[] {
  if (publicUrl !== null) return [publicUrl]
  const { port } = server.address() as AddressInfo
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]'])
  if (host !== '0.0.0.0' && host !== '::') hosts.add(urlHost(host))
  return [...hosts].map(each => new URL(`${tls ? 'https' : 'http'}://${each}:${port}`).origin)
}
