import type { Config } from '../config.ts'
import type { Engine } from '../engine/engine.ts'
import type { Vault } from '../secret.ts'
import type { Database } from '../store/open.ts'
import type { Answer, Perform } from './control.ts'
import { aboutThis } from './doctor/server.ts'
import { performOnEngine } from './on-engine.ts'
import { reseal } from './reseal.ts'

/**
 * The commands that a running server performs. `engine`: null with another storage. `apply`: see `makeApply`. `now`: ms.
 */
export function makePerform(options: {
  db: Database
  vault: Vault
  engine: Engine | null
  config: Config
  apply: (description: string, answer: Answer) => Promise<boolean>
  now: () => number
}): Perform {
  const { vault, engine } = options
  return async (command, argument, answer) => {
    if (command === 'about') {
      answer.say(JSON.stringify(aboutThis(options.config)))
      return true
    }
    if (command === 'apply') return await options.apply(argument, answer)
    if (command !== 'secret')
      return engine !== null && (await performOnEngine(engine, command, argument, answer))
    if (argument === vault.digest('kho')) return await reseal(options, answer)
    answer.say('Kho still runs with another secret: restart it, and run this command again.')
    return false
  }
}
