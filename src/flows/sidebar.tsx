import { type ReactNode, useMemo, useState } from 'react'
import { type Address, addressOf } from './address.ts'
import { type Chart, statesOf } from './chart.ts'

/** Each hit of the search, over all machines. */
function hitsOf(charts: readonly Chart[], text: string): (Address & { says: string })[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return charts.map(({ id, description }) => ({ machine: id, says: description }))
  const matches = (...texts: (string | null)[]) => texts.some(each => each?.toLowerCase().includes(wanted))
  return charts.flatMap(({ id, ...chart }) => [
    ...statesOf({ id, ...chart })
      .filter(({ path, description }) => matches(path || id, description))
      .map(({ path, description }) =>
        path === '' ? { machine: id, says: description } : { machine: id, state: path, says: description },
      ),
    ...chart.transitions
      .filter(({ label, guard, actions }) => matches(label, guard, ...actions))
      .map(({ name, label, guard }) => ({
        machine: id,
        transition: name,
        says: guard === null ? label : `${label} [${guard}]`,
      })),
  ])
}

type SidebarProps = { charts: readonly Chart[]; address: Address; foot: ReactNode; children: ReactNode }

export function Sidebar({ charts, address, foot, children }: SidebarProps) {
  const [text, setText] = useState('')
  const hits = useMemo(() => hitsOf(charts, text), [charts, text])
  return (
    <nav className="sidebar">
      {children}
      <input
        type="search"
        placeholder="State, event, guard or action"
        aria-label="Search all flows"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <ul>
        {hits.map(({ says, ...hit }) => (
          <li key={addressOf(hit)}>
            <a
              href={addressOf(hit)}
              aria-current={addressOf(hit) === addressOf(address) ? 'page' : undefined}
            >
              <strong>{hit.state ?? hit.machine}</strong>
              {(hit.state ?? hit.transition) !== undefined && <small> {hit.machine}</small>}
              <span>{says}</span>
            </a>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p>No flow has “{text}”.</p>}
      {foot}
    </nav>
  )
}
