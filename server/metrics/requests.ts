import { Histogram, type Registry } from 'prom-client'
import { outcomeOf, outcomes } from '../../domain/traffic.ts'
import type { AnsweredRequest } from '../log.ts'

/** Seconds; an upload's part on a slow line takes the longest. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts requests by where they arrived, their route and outcome, with their times. */
export function countRequests(registry: Registry): (request: AnsweredRequest) => void {
  const seconds = new Histogram({
    name: 'kho_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    labelNames: ['surface', 'route', 'outcome'],
    buckets,
    registers: [registry],
  })
  // Before the first failure their share is 0, not nothing.
  for (const outcome of outcomes) seconds.zero({ surface: 'page', route: 'page', outcome })
  return ({ surface, method, route, status, refused, ms }) => {
    const labels = { surface, route: surface === 'api' ? `${method} ${route}` : route }
    seconds.observe({ ...labels, outcome: refused ? 'refused' : outcomeOf(status) }, ms / 1000)
  }
}
