import type { Control } from './controls.ts'
import type { Stage, Way } from './stage.ts'

/** One action of a screen, the ways that lead to it, and what it does. */
export type Action = {
  name: string
  /** The screen, of the list of screens, on which it begins. */
  screen: string
  /** What one presses for it; each is pressed in each way. */
  controls: readonly Control[]
  ways: readonly Way[]
  /** Takes the action by `use` and `choose`, and checks its effect. */
  take: (stage: Stage) => Promise<void>
  /** It ends the session, so it takes one of its own. */
  fresh?: boolean
}

export const everyWay: readonly Way[] = ['mouse', 'keyboard', 'touch']
/** Where a phone has another control, or none. */
export const desktopWays: readonly Way[] = ['mouse', 'keyboard']
export const rowWays: readonly Way[] = ['mouse', 'right-click', 'keyboard', 'touch']

export const action = (
  name: string,
  screen: string,
  controls: readonly Control[],
  take: Action['take'],
  more: { ways?: readonly Way[]; fresh?: boolean } = {},
): Action => ({ name, screen, controls, ways: everyWay, take, ...more })

/** An action that is one press on a screen as it opens. */
export const press = (
  name: string,
  screen: string,
  control: Control,
  effect: Action['take'],
  more: { ways?: readonly Way[]; fresh?: boolean } = {},
): Action =>
  action(
    name,
    screen,
    [control],
    async stage => {
      await stage.open(screen)
      await stage.use(control)
      await effect(stage)
    },
    more,
  )
