import { liveAddressOf } from '../address.ts'
import { useWords } from '../use-words.ts'
import { type History, innermost, type Moment, momentOf, type ShownActor } from './history.ts'
import { listedActors } from './recorder.ts'

type Props = {
  history: History
  position: number | null
  /** The id of the actor whose chart is shown. */
  shown: string | undefined
}

/** The actors of each console, the console opened last first, with their states at the position. */
export function ActorList({ history, position, shown }: Props) {
  const words = useWords()
  return history.consoles.map((_, index, { length }) => {
    const at = length - 1 - index
    const id = history.consoles[at]!
    const actors = history.actors.filter(({ console }) => console === at + 1)
    if (actors.length === 0) return null
    const running = actors.filter(({ status }) => status === 'active')
    const ended = actors.filter(({ status }) => status !== 'active')
    return (
      <section key={id} aria-label={words.console(at + 1)}>
        <h2>
          {words.console(at + 1)}
          {!history.open.has(id) && `, ${words.closed}`}
        </h2>
        <ul>
          {[...inTree(running), ...ended.map(actor => ({ actor, depth: 0 })).reverse()].map(
            ({ actor, depth }) => (
              <li key={actor.id} style={{ marginInlineStart: depth * 14 }}>
                <ActorLink
                  actor={actor}
                  moment={momentOf(history, actor, position)}
                  isShown={actor.id === shown}
                />
              </li>
            ),
          )}
        </ul>
        {running.length >= listedActors && <p>{words.onlyListed(listedActors)}</p>}
      </section>
    )
  })
}

type ActorLinkProps = { actor: ShownActor; moment: Moment; isShown: boolean }

function ActorLink({ actor: { id, machine }, moment: { status, active }, isShown }: ActorLinkProps) {
  const words = useWords()
  const isRunning = status === 'active'
  return (
    <a
      href={liveAddressOf({ machine, actor: id })}
      aria-current={isShown ? 'page' : undefined}
      className={isRunning ? undefined : 'ended'}
    >
      <strong>{machine}</strong>
      <small>
        {' '}
        {id.split(' ')[1]}
        {!isRunning && `, ${words.statuses[status]}`}
      </small>
      <span>{innermost(active).join(', ')}</span>
    </a>
  )
}

/** Each actor below the one that has started it. */
function inTree(actors: readonly ShownActor[]): { actor: ShownActor; depth: number }[] {
  const below = (parent: string | null, depth: number): { actor: ShownActor; depth: number }[] =>
    actors
      .filter(actor => actor.parent === parent)
      .flatMap(actor => [{ actor, depth }, ...below(actor.id, depth + 1)])
  const isRoot = ({ parent }: ShownActor) => parent === null || actors.every(({ id }) => id !== parent)
  return actors.filter(isRoot).flatMap(actor => [{ actor, depth: 0 }, ...below(actor.id, 1)])
}
