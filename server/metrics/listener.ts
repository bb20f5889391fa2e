import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics`, and nothing else. `failed` receives what could not be read. */
export function makeMetricsServer(metrics: Metrics, failed: (error: unknown) => void): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
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
