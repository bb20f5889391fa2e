import type { Delivery } from '../openapi/schema.ts'
import type { Issue } from './issue.ts'
import * as v from './valibot.ts'

const longestName = 64
const longestAddress = 2048

/** Specification, section 5: a-z, 0-9 and - only. */
export const topicName = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.maxLength(longestName, 'text-too-long'),
  v.regex(/^[a-z0-9-]+$/, 'topic-name'),
)

/** What is wrong with the address that a topic posts to, or null. */
export function addressIssue(text: string): Issue | null {
  if (text === '') return 'required'
  if (text.length > longestAddress) return 'text-too-long'
  if (!URL.canParse(text)) return 'address-invalid'
  const { protocol, username, password, hostname } = new URL(text)
  const usable = ['http:', 'https:'].includes(protocol) && hostname !== ''
  return usable && username === '' && password === '' ? null : 'address-invalid'
}

/** Null if the topic has none. */
const address = v.nullable(v.pipe(v.string(), v.issueOf(addressIssue)))

/** The fields of a topic in the API. */
export const topicFields = v.object({ name: topicName, address })
export const topicChange = v.object({ address: v.optional(address) })

/** What a topic delivers to. */
export const topicTargets = ['address', 'group'] as const
export type TopicTargetKind = (typeof topicTargets)[number]

type NewTopic = { name: string; target: TopicTargetKind; address: string; group: string }

/** The form of a topic; `group` is a notification group's id. */
export const newTopic = v.pipe(
  v.object({
    name: topicName,
    target: v.picklist(topicTargets, 'required'),
    address: v.string(),
    group: v.string(),
  }),
  v.checkField<NewTopic>(
    'address',
    v.pipe(v.string(), v.issueOf(addressIssue)),
    ({ target }) => target === 'address',
  ),
  v.checkField<NewTopic>(
    'group',
    v.pipe(v.string(), v.minLength(1, 'required')),
    ({ target }) => target === 'group',
  ),
)

/** Whether an event can be resent: a pending one is on its way. */
export const mayResend = ({ state }: Pick<Delivery, 'state'>): boolean => state !== 'pending'
