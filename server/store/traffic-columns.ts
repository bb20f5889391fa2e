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

/**
 * Numbers of what the console read for itself, by outcome, which are in no other column; null if they are in the others,
 * because the storage does not know them, or did not then.
 */
export const consoleColumns = outcomes.map(outcome => `console_${outcome}` as const)
export type ConsoleColumn = (typeof consoleColumns)[number]

export const countedColumns = [...trafficColumns, ...consoleColumns]
