import type { ReactNode } from 'react'
import { addressOf } from './address.ts'
import { type Chart, type ChartState, type ChartTransition, statesOf } from './chart.ts'
import { conditionOf } from './mermaid.ts'

type Props = { chart: Chart; state: ChartState; children?: ReactNode }

/** What a state does and where it leads. */
export function StateDetails({ chart, state, children }: Props) {
  const leaving = chart.transitions.filter(({ source }) => source === state.path)
  const coming = chart.transitions.filter(({ targets }) => targets.includes(state.path))
  return (
    <section>
      <h2>{state.path || chart.id}</h2>
      <p>{state.description}</p>
      {children}
      <Names title="On entry" names={state.entry} />
      <Names title="On exit" names={state.exit} />
      <Names title="Tags" names={state.tags} />
      {state.invokes.length > 0 && (
        <>
          <h3>Waits for</h3>
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
      <Ways title="Leads to" chart={chart} transitions={leaving} />
      <Ways title="Reached by" chart={chart} transitions={coming} />
    </section>
  )
}

export function TransitionDetails({ chart, transition }: { chart: Chart; transition: ChartTransition }) {
  const { source, targets, guard, actions, reenters } = transition
  return (
    <section>
      <h2>{conditionOf(transition)}</h2>
      <dl>
        <dt>In</dt>
        <dd>
          <StateLink chart={chart} path={source} />
        </dd>
        <dt>Leads to</dt>
        <dd>
          {targets.length === 0
            ? 'it stays'
            : targets.map(path => <StateLink key={path} chart={chart} path={path} />)}
          {reenters && ', entered anew'}
        </dd>
        <dt>If</dt>
        <dd>{guard ?? (transition.branch > 1 ? 'no branch before it applies' : 'always')}</dd>
        <dt>Does</dt>
        <dd>{actions.length === 0 ? 'nothing' : actions.join(', ')}</dd>
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

function Ways({
  title,
  chart,
  transitions,
}: {
  title: string
  chart: Chart
  transitions: readonly ChartTransition[]
}) {
  if (transitions.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {transitions.map(transition => (
          <li key={transition.name}>
            <a href={addressOf({ machine: chart.id, transition: transition.name })}>
              {conditionOf(transition)}
            </a>
            {' → '}
            {title === 'Leads to'
              ? transition.targets.join(', ') || 'stays'
              : `from ${transition.source || chart.id}`}
          </li>
        ))}
      </ul>
    </>
  )
}
