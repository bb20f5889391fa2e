import type { AnyStateMachine } from 'xstate'
import { type Chart, chartOf } from './chart.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../machines/**/machine.ts', '../machines/**/*-machine.ts'],
  { eager: true },
)

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value

/** The charts of all machines, by their ids. */
export const charts: readonly Chart[] = Object.values(modules)
  .flatMap(module => Object.values(module).filter(isMachine))
  .map(chartOf)
  .sort((a, b) => a.id.localeCompare(b.id))
