import { useState } from 'react'
import { type Pictures, usePictures } from './use-pictures.ts'
import { useWords } from './use-words.ts'
import type { Language } from './words.ts'

const devices = ['desktop', 'phone'] as const
const languages = { en: 'English', vi: 'Tiếng Việt' } as const

/** `first`: the path of the state inside that it begins in. */
type Props = { machine: string; state: string; first: string | null; language: Language }

/** What the console shows in a state, or in the first one inside it that has a picture. */
export function Screens({ machine, state, first, language: shown }: Props) {
  const words = useWords()
  const [device, setDevice] = useState<(typeof devices)[number]>('desktop')
  const [chosen, setLanguage] = useState<Language | null>(null)
  const { pictures, take } = usePictures()
  if (!pictures) return null
  const language = chosen ?? shown
  const end = `.${language}.${device}.jpeg`
  const names = pictures.names
    .filter(name => name.endsWith(end))
    .map(name => name.slice(0, -end.length))
    .sort()
  const inside = (path: string) =>
    names.find(name => name === `${machine}/${path}` || name.startsWith(`${machine}/${path}.`))
  const picture =
    inside(state) ?? inside(first ?? '') ?? names.find(name => state === '' && name.startsWith(`${machine}/`))
  if (!picture) return <NoScreen {...{ machine, pictures }} onTake={() => take(machine)} />
  const says = picture.slice(machine.length + 1)
  return (
    <figure className="screen">
      <figcaption>
        {says !== state && <span>{words.inside(says)}</span>}
        {devices.map(each => (
          <button key={each} type="button" aria-pressed={each === device} onClick={() => setDevice(each)}>
            {words[each]}
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
        <img className={device} src={`/pictures/${picture}${end}`} alt={words.screenOf(says)} />
      </a>
    </figure>
  )
}

type NoScreenProps = { machine: string; pictures: Pictures; onTake: () => void }

/** Why there is no picture, and a button that has some taken. */
function NoScreen({ machine, pictures: { names, shown, taking }, onTake }: NoScreenProps) {
  const words = useWords()
  const { length } = names.filter(name => name.startsWith(`${machine}/`))
  if (!shown.includes(machine)) return <p className="no-screen">{words.neverShown}</p>
  if (taking?.status === 'running')
    return (
      <div className="no-screen" role="status">
        <p>{words.taking(taking.machine)}</p>
        <progress aria-label={words.taking(taking.machine)} />
        {taking.machine === machine && <p>{words.taken(length)}</p>}
      </div>
    )
  const problem =
    taking?.status === 'no chromium'
      ? words.noChromium
      : taking?.status === 'failed' && taking.machine === machine
        ? words.someFailed
        : null
  return (
    <div className="no-screen">
      <p>{length === 0 ? words.noScreens : words.noScreenOfState}</p>
      <button type="button" onClick={onTake}>
        {words.takeScreens}
      </button>
      {problem === null ? <small>{words.takingNeeds}</small> : <p role="alert">{problem}</p>}
    </div>
  )
}
