import { outcomes, requestKinds } from '../../domain/traffic.ts'

/**
 * Numbers of requests by kind and outcome, refused ones, and bytes. `…_error` are null if the storage does not report
 * them.
 */
export const trafficColumns = [
  ...requestKinds.flatMap(kind => outcomes.map(outcome => `${kind}_${outcome}` as const)),
  'refused',
  'received',
  'sent',
] as const
export type TrafficColumn = (typeof trafficColumns)[number]
