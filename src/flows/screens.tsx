import { useState } from 'react'
import { useFetched } from './use-fetched.ts'

const devices = ['desktop', 'phone'] as const
const languages = { en: 'English', vi: 'Tiếng Việt' } as const
type Language = keyof typeof languages

/** `first`: the path of the state inside that it begins in. */
type Props = { machine: string; state: string; first: string | null; language: Language }

/** What the console shows in a state, or in the first one inside it that has a picture. */
export function Screens({ machine, state, first, language: shown }: Props) {
  const [device, setDevice] = useState<(typeof devices)[number]>('desktop')
  const [chosen, setLanguage] = useState<Language | null>(null)
  const all = useFetched<string[]>('/pictures/')
  if (!all) return null
  const language = chosen ?? shown
  const end = `.${language}.${device}.jpeg`
  const names = all
    .filter(name => name.endsWith(end))
    .map(name => name.slice(0, -end.length))
    .sort()
  const inside = (path: string) =>
    names.find(name => name === `${machine}/${path}` || name.startsWith(`${machine}/${path}.`))
  const picture =
    inside(state) ?? inside(first ?? '') ?? names.find(name => state === '' && name.startsWith(`${machine}/`))
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
      <a href={`/pictures/${picture}${end}`} target="_blank" rel="noreferrer">
        <img className={device} src={`/pictures/${picture}${end}`} alt={`The console in the state ${says}`} />
      </a>
    </figure>
  )
}
