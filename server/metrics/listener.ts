import { createServer, type Server } from 'node:http'
import { isLoopback } from '../config.ts'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics`, and nothing else. `host`: where it listens; `failed` receives what could not be read. */
export function makeMetricsServer(metrics: Metrics, host: string, failed: (error: unknown) => void): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    // Else a page could read them in a browser on this machine, by a name that it resolves to 127.0.0.1.
    const asked = URL.parse(`http://${request.headers.host}`)
    if (isLoopback(host) && !isLoopback(asked?.hostname ?? '')) {
      response.writeHead(403).end()
      return
    }
    metrics.text().then(
      text => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      error => {
        failed(error)
        response.writeHead(503).end()
      },
    )
  })
}
