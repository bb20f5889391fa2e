import type { ReactNode } from 'react'
import { addressOf } from './address.ts'
import { type Chart, type ChartState, type ChartTransition, statesOf } from './chart.ts'
import { conditionOf } from './mermaid.ts'
import { useWords } from './use-words.ts'

type Props = { chart: Chart; state: ChartState; children?: ReactNode }

/** What a state does and where it leads. */
export function StateDetails({ chart, state, children }: Props) {
  const words = useWords()
  const leaving = chart.transitions.filter(({ source }) => source === state.path)
  const coming = chart.transitions.filter(({ targets }) => targets.includes(state.path))
  return (
    <section>
      <h2>{state.path || chart.id}</h2>
      <p>{state.description}</p>
      {children}
      <Names title={words.onEntry} names={state.entry} />
      <Names title={words.onExit} names={state.exit} />
      <Names title={words.tags} names={state.tags} />
      {state.invokes.length > 0 && (
        <>
          <h3>{words.waits}</h3>
          <ul>
            {state.invokes.map(({ id, src }) => (
              <li key={id}>
                {id}
                {id !== src && ` (${src})`}
                {chart.children[src] && (
                  <>
                    {': '}
                    <a href={addressOf({ machine: chart.children[src] })}>{chart.children[src]}</a>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <Ways
        title={words.leadsTo}
        chart={chart}
        transitions={leaving}
        end={({ targets }) => targets.join(', ') || words.stays}
      />
      <Ways
        title={words.reachedBy}
        chart={chart}
        transitions={coming}
        end={({ source }) => words.from(source || chart.id)}
      />
    </section>
  )
}

export function TransitionDetails({ chart, transition }: { chart: Chart; transition: ChartTransition }) {
  const words = useWords()
  const { source, targets, guard, actions, reenters } = transition
  return (
    <section>
      <h2>{conditionOf(transition, words)}</h2>
      <dl>
        <dt>{words.inState}</dt>
        <dd>
          <StateLink chart={chart} path={source} />
        </dd>
        <dt>{words.leadsTo}</dt>
        <dd>
          {targets.length === 0
            ? words.stays
            : targets.map(path => <StateLink key={path} chart={chart} path={path} />)}
          {reenters && `, ${words.enteredAgain}`}
        </dd>
        <dt>{words.condition}</dt>
        <dd>{guard ?? (transition.branch > 1 ? words.noBranchBefore : words.always)}</dd>
        <dt>{words.acts}</dt>
        <dd>{actions.length === 0 ? words.nothing : actions.join(', ')}</dd>
      </dl>
    </section>
  )
}

function StateLink({ chart, path }: { chart: Chart; path: string }) {
  const description = statesOf(chart).find(state => state.path === path)?.description
  return (
    <a href={addressOf({ machine: chart.id, state: path })} title={description}>
      {path || chart.id}
    </a>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {names.map(name => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}

type WaysProps = {
  title: string
  chart: Chart
  transitions: readonly ChartTransition[]
  end: (transition: ChartTransition) => string
}

function Ways({ title, chart, transitions, end }: WaysProps) {
  const words = useWords()
  if (transitions.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {transitions.map(transition => (
          <li key={transition.name}>
            <a href={addressOf({ machine: chart.id, transition: transition.name })}>
              {conditionOf(transition, words)}
            </a>
            {' → '}
            {end(transition)}
          </li>
        ))}
      </ul>
    </>
  )
}
