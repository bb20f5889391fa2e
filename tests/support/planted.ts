import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Faults that tests plant to see that they are found: what stands in a file, and what takes its place. */
export const faults = {
  'a failure that stays': {
    file: 'machines/authenticate/machine.ts',
    from: "'clear failure': assign({ failure: null })",
    to: "'clear failure': assign({})",
  },
  'a cancelled row that comes back': {
    file: 'machines/upload-queue/row-machine.ts',
    from: "        cancelled: 'cancelled',",
    to: "        cancelled: 'paused',",
  },
} as const

export type Fault = keyof typeof faults

/** Plants the fault that the environment names (`TEST_FAULT`), in what Vite builds and what Vitest loads. */
export function plantedFault(): Plugin[] {
  const { TEST_FAULT } = process.env
  if (!TEST_FAULT) return []
  const { file, from, to } = faults[TEST_FAULT as Fault]
  const place = join(import.meta.dirname, '../..', file)
  if (!readFileSync(place, 'utf8').includes(from))
    throw new Error(`${file} has no place for the fault any more`)
  return [
    {
      name: 'planted-fault',
      enforce: 'pre',
      transform: (code, id) => (id.split('?')[0] === place ? code.replace(from, to) : null),
    },
  ]
}
