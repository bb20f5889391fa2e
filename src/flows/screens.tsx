import { useState } from 'react'
import { useFetched } from './use-fetched.ts'

const devices = ['desktop', 'phone'] as const
const languages = { en: 'English', vi: 'Tiếng Việt' } as const
type Language = keyof typeof languages

type Props = { machine: string; state: string; language: Language }

/** What the console shows in a state, or in the first one inside it that has a picture. */
export function Screens({ machine, state, language: first }: Props) {
  const [device, setDevice] = useState<(typeof devices)[number]>('desktop')
  const [chosen, setLanguage] = useState<Language | null>(null)
  const all = useFetched<string[]>('/pictures/')
  if (!all) return null
  const language = chosen ?? first
  const end = `.${language}.${device}.jpeg`
  const of = `${machine}/${state}`
  const picture = all
    .filter(name => name.endsWith(end))
    .map(name => name.slice(0, -end.length))
    .sort()
    .find(name => name === of || name.startsWith(state === '' ? of : `${of}.`))
  if (!picture)
    return (
      <p className="no-screen">
        {all.length === 0
          ? 'There are no screens yet: “npm run flows:screens” takes them.'
          : 'There is no screen of this state: no test in Chromium comes to it, or “npm run flows:screens” is older than it.'}
      </p>
    )
  const says = picture.slice(machine.length + 1)
  return (
    <figure className="screen">
      <a href={`/pictures/${picture}${end}`} target="_blank" rel="noreferrer">
        <img className={device} src={`/pictures/${picture}${end}`} alt={`The console in the state ${says}`} />
      </a>
      <figcaption>
        {says !== state && <span>in {says}</span>}
        {devices.map(each => (
          <button key={each} type="button" aria-pressed={each === device} onClick={() => setDevice(each)}>
            {each}
          </button>
        ))}
        {Object.entries(languages).map(([each, name]) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === language}
            onClick={() => setLanguage(each as Language)}
          >
            {name}
          </button>
        ))}
      </figcaption>
    </figure>
  )
}
