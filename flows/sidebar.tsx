import { type ReactNode, useMemo, useState } from 'react'
import { type Address, addressOf } from './address.ts'
import { type Chart, statesOf } from './chart.ts'
import { useWords } from './use-words.ts'

/** Without accents and case: who types on another keyboard finds it too. */
const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D').toLowerCase()

/** Each hit of the search, over all machines; `others`: with the descriptions of the other language. */
function hitsOf(
  charts: readonly Chart[],
  others: readonly Chart[],
  text: string,
): (Address & { says: string })[] {
  const wanted = plain(text.trim())
  if (wanted === '') return charts.map(({ id, description }) => ({ machine: id, says: description }))
  const matches = (...texts: (string | null)[]) => texts.some(each => plain(each ?? '').includes(wanted))
  return charts.flatMap(({ id, ...chart }, index) => {
    const other = new Map(statesOf(others[index]!).map(({ path, description }) => [path, description]))
    return [
      ...statesOf({ id, ...chart })
        .filter(({ path, description }) => matches(path || id, description, other.get(path) ?? null))
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
    ]
  })
}

type SidebarProps = {
  charts: readonly Chart[]
  others: readonly Chart[]
  address: Address
  foot: ReactNode
  children: ReactNode
}

export function Sidebar({ charts, others, address, foot, children }: SidebarProps) {
  const words = useWords()
  const [text, setText] = useState('')
  const hits = useMemo(() => hitsOf(charts, others, text), [charts, others, text])
  return (
    <nav className="sidebar">
      {children}
      <input
        type="search"
        placeholder={words.searched}
        aria-label={words.search}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {hits.length === 0 && <p role="status">{words.notFound(text)}</p>}
      <ul>
        {hits.map(({ says, ...hit }) => (
          <li key={addressOf(hit)}>
            <a
              href={addressOf(hit)}
              aria-current={
                addressOf(hit) === addressOf(text === '' ? { machine: address.machine } : address)
                  ? 'page'
                  : undefined
              }
            >
              <strong>{hit.state ?? hit.machine}</strong>
              {(hit.state ?? hit.transition) !== undefined && <small> {hit.machine}</small>}
              <span>{says}</span>
            </a>
          </li>
        ))}
      </ul>
      {foot}
    </nav>
  )
}
