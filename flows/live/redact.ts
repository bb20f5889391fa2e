/** What may be shown of an event or a context: a short text for each of its fields. */
export type Facts = Record<string, string>

/**
 * The texts that may be shown, by the names of their fields; all others may be secret or personal. Add a field only if
 * its type is a union of literals.
 */
const harmless: Record<string, ReadonlySet<string>> = {
  announced: new Set(['many']),
  choice: new Set(['replace', 'keep-both', 'skip']),
  codeKind: new Set(['app', 'recovery']),
  intent: new Set(['send', 'discard']),
  kind: new Set(['app', 'recovery']),
  locale: new Set(['en', 'vi']),
  method: new Set(['pin', 'app']),
  notice: new Set(['session ended', 'timed out', 'password reset']),
  purpose: new Set(['session', 'bucket']),
  rememberedTheme: new Set(['light', 'dark']),
  severity: new Set(['success', 'info', 'warning', 'error']),
  state: new Set([
    ...['uploading', 'pausing', 'paused', 'stalled', 'cancelling'],
    ...['completed', 'cancelled', 'interrupted', 'failed', 'refused'],
  ]),
  step: new Set(['pause', 'continue', 'cancel', 'retry', 'remove']),
  waiting: new Set(['many']),
}
/** Fields with the code of a failure, which is a code of the contract or of a machine. */
const codeFields = new Set(['failure', 'reason'])
const code = /^[A-Z]{2,}(_[A-Z]+)*$/
/** What is shown of an object in a field: its own names may be data, such as the names of files. */
const innerFields = ['ok', 'code', 'retryAfterMs', 'finished', 'status', 'method'] as const
/** A number under such a name is hidden too. */
const secretName = /pass|pin|secret|token|proof|otp|code|phone/i
const fieldName = /^[a-zA-Z]\w{0,40}$/

/** Fields that XState adds to its events, which reveal no more than their types. */
const inEvery = new Set(['type', 'actorId'])

const hidden = '(hidden)'

/** The fields of an event or a context, without what could be secret or personal. */
export function factsOf(value: object): Facts {
  const facts = Object.entries(value).filter(([name]) => !inEvery.has(name) && fieldName.test(name))
  return Object.fromEntries(facts.map(([name, each]) => [name, textOf(name, each)]))
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return secretName.test(name) ? hidden : String(value)
  if (typeof value === 'string') return isHarmless(name, value) ? value : hidden
  if (typeof value !== 'object') return `(${typeof value})`
  if (Array.isArray(value)) return listText(name, value)
  if (value instanceof Map || value instanceof Set) return counted(value.size)
  if (value instanceof Error) return '(error)'
  return objectText(value)
}

const isHarmless = (name: string, value: string) =>
  harmless[name]?.has(value) === true || (codeFields.has(name) && code.test(value))

const counted = (count: number) => (count === 1 ? '1 item' : `${count} items`)

function listText(name: string, list: readonly unknown[]): string {
  const isShown = list.length > 0 && list.every(each => typeof each === 'string' && isHarmless(name, each))
  return isShown ? list.join(', ') : counted(list.length)
}

function objectText(value: object): string {
  const inner = value as Partial<Record<(typeof innerFields)[number], unknown>>
  const shown = innerFields.flatMap(name => {
    const each = inner[name]
    if (typeof each === 'boolean' || (typeof each === 'number' && !secretName.test(name)))
      return [`${name}: ${each}`]
    if (typeof each !== 'string') return []
    // A code is that of a failure beside `ok: false` only: elsewhere it is what the user enters.
    const isShown = name === 'code' ? inner.ok === false && code.test(each) : isHarmless(name, each)
    return isShown ? [`${name}: ${each}`] : []
  })
  return `{ ${[...shown, '…'].join(', ')} }`
}
