import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { unaccented } from '../../domain/folded.ts'
import type { PasswordWeakness } from '../../domain/issue.ts'

/**
 * A password that is found by fewer guesses is refused. The estimator counts ten for a character that it does not
 * recognise, so eight random ones, the fewest that the specification allows, have just as many.
 */
const fewestGuesses = 1e8

/** Characters that are looked at together, as the time of an estimate grows faster than the length. */
const span = 40

/** What passwords here are often made of, and the list of common ones lacks or ranks low: of Vietnamese people, of consoles. */
const local =
  'matkhau anhyeuem emyeuanh yeuem yeuanh nhoem nhoanh tinhyeu vietnam hanoi saigon danang haiphong hochiminh nguyen khongbiet khongco xinchao giadinh hanhphuc conyeu meyeu bome vochong tinhban maiyeu thienthan matma bimat congty quantri nhanvien khachhang quanly ketoan giamdoc trang linh hoang minh tuan hung thang huong phuong thao ngoc dung long quang admin administrator welcome changeme root user guest demo test server storage backup cloud bucket'

/**
 * Why `password` is guessed too easily; null: it is not. `known`: names and addresses that others know of the person.
 * Latin diacritics make no difference.
 */
export async function weaknessOf(
  password: string,
  known: readonly string[],
): Promise<PasswordWeakness | null> {
  const estimator = await theEstimator()
  const text = password
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
  // The estimator takes earlier ones for likelier.
  const inputs = [...new Set(known.flatMap(spellings))].sort((one, other) => one.length - other.length)
  const isKnown = ({ matchedWord = '' }: MatchExtended) => inputs.includes(matchedWord)

  /** What makes it easy to guess; null: it is not. */
  function weakParts(tried: string): MatchExtended[] | null {
    const parts = tried.length > span ? [tried.slice(0, span), tried.slice(-span)] : [tried]
    const estimates = parts.map(part => estimator.check(part, inputs))
    if (estimates.some(({ guesses }) => guesses >= fewestGuesses)) return null
    return estimates.flatMap(({ sequence }) => sequence)
  }

  const weak = weakParts(text)
  // Capitals inside of a name make it no harder to guess.
  if (weak === null) return weakParts(text.toLowerCase())?.some(isKnown) ? 'password-personal' : null
  if (weak.some(isKnown)) return 'password-personal'
  if (weak.some(({ pattern, token }) => pattern === 'dictionary' && token.length > 3))
    return 'password-common'
  return inputs.some(input => text.toLowerCase().includes(input)) ? 'password-personal' : 'password-guessable'
}

/** How a name or an address may be typed: its words, and the first and last ones, with what usually stands between. */
function spellings(text: string): string[] {
  if (text.includes('@')) {
    const [local = '', domain = ''] = text.split('@')
    const labels = domain
      .split('.')
      .slice(0, -1)
      .filter(label => !/^(com?|net|org|edu|gov|ac|mail|www)$/.test(label))
    return [unaccented(text).slice(0, span), ...[local, ...labels].flatMap(spellings)]
  }
  const words = unaccented(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .slice(0, 8)
  const first = words.at(0) ?? ''
  const last = words.at(-1) ?? ''
  const initials = words.map(word => word[0])
  const orders =
    words.length < 2 ? [] : [words, words.toReversed(), words.slice(-2), [first, last], [last, first]]
  return [
    ...words,
    ...orders.flatMap(order => ['', ' ', '.', '-', '_'].map(between => order.join(between))),
    initials.join(''),
    [last, ...initials.slice(0, -1)].join(''),
  ]
    .map(spelling => spelling.slice(0, span))
    .filter(({ length }) => length > 2)
}

let estimator: Promise<ZxcvbnFactory> | undefined

/** Its lists take 7 MB and a tenth of a second to load, so the first new password loads them. */
function theEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) =>
      new ZxcvbnFactory({
        dictionary: { local: local.split(' '), common: dictionary['passwords-common'] },
        graphs: adjacencyGraphs,
        l33tMaxSubstitutions: 16,
      }),
  )
  return estimator
}
