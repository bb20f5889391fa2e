import { outcomes, requestKinds } from '../../domain/traffic.ts'

/** Numbers of requests by kind and outcome, those refused, and bytes. `…_error` are null where the storage does not tell. */
export const trafficColumns = [
  ...requestKinds.flatMap(kind => outcomes.map(outcome => `${kind}_${outcome}` as const)),
  'refused',
  'received',
  'sent',
] as const
export type TrafficColumn = (typeof trafficColumns)[number]
