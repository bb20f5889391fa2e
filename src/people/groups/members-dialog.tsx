import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unaccented } from '../../../domain/folded.ts'
import type { PlannedSubUser, SubUser, SubUserGroup } from '../../../openapi/schema.ts'
import { read } from '../../api/query.ts'
import { Checkbox } from '../../forms/checkbox.tsx'
import { SearchField } from '../../forms/search-field.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Read } from '../../ui/read.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PlannedDialog } from '../many/planned-dialog.tsx'
import { changedAtOnce, linesOf, type PersonLine, sendMany } from '../many/send-many.ts'
import { usePlannedLines } from '../many/use-planned-lines.ts'

/** Whether the sub-user of this id becomes a member, or is none any longer; others stay as they are. */
type Chosen = ReadonlyMap<string, boolean>

type MemberLine = PersonLine & { joins: boolean }

/** Those who join in one request, those who leave in another one. */
async function sendMembers(lines: readonly MemberLine[], group: string, preview: boolean) {
  const answers = new Map<MemberLine, PlannedSubUser>()
  for (const group_id of [group, null]) {
    const part = lines.filter(({ joins }) => joins === (group_id !== null))
    if (part.length === 0) continue
    const outcome = await sendMany(part, { act: 'change', preview, group_id })
    if (!outcome.ok) return outcome
    for (const [at, line] of part.entries()) answers.set(line, outcome.data.lines[at]!)
  }
  return { ok: true as const, data: { lines: lines.map(line => answers.get(line)!) } }
}

/** Puts sub-users into a group, and out of it, after a preview of what each of them then may do. */
export default function MembersDialog({ group, onClose }: { group: SubUserGroup; onClose: () => void }) {
  const t = useText()
  const planned = usePlannedLines<MemberLine>({
    send: (lines, preview) => sendMembers(lines, group.id, preview),
    atOnce: changedAtOnce,
  })
  const users = useQuery({ ...read('/user-management'), select: ({ users }) => users })
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const changed = (users.data ?? []).filter(user => chosen.has(user.id))
  const preview = () =>
    planned.preview(async () =>
      linesOf(changed).map(line => ({ ...line, joins: chosen.get(line.id) === true })),
    )
  return (
    <PlannedDialog
      of={planned}
      title={t('subGroups.membersTitle', { name: group.name })}
      action={t('subGroups.membersDo')}
      lead={t('subGroups.membersLead')}
      unsaved={changed.length > 0}
      next={
        <Button
          variant="main"
          loading={planned.step.at === 'reading'}
          disabled={changed.length === 0}
          onClick={() => void preview()}
        >
          {t('subGroups.membersNext')}
        </Button>
      }
      onClose={onClose}
    >
      <Read of={users} failed="people.failed" skeleton={<Skeleton width="60%" />}>
        {users => <Picker users={users} group={group} chosen={chosen} onChosen={setChosen} />}
      </Read>
    </PlannedDialog>
  )
}

/** Rows; the others are found by the search. */
const mostShown = 200

type PickerProps = {
  users: readonly SubUser[]
  group: SubUserGroup
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
}

/** All sub-users, members first. */
function Picker({ users, group, chosen, onChosen }: PickerProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  if (users.length === 0) return <p>{t('people.empty.title')}</p>
  const wanted = unaccented(search.trim())
  const isMember = (user: SubUser) => user.group?.id === group.id
  const found = users
    .filter(({ fullName, email }) => unaccented(`${fullName} ${email}`).includes(wanted))
    .sort((a, b) => Number(isMember(b)) - Number(isMember(a)))
  const shown = found.slice(0, mostShown)
  const choose = (user: SubUser, joins: boolean) => {
    const next = new Map(chosen)
    if (joins === isMember(user)) next.delete(user.id)
    else next.set(user.id, joins)
    onChosen(next)
  }
  return (
    <>
      <SearchField label={t('subGroups.membersSearch')} value={search} onValue={setSearch} />
      <chakra.ul
        aria-label={t('people.list')}
        tabIndex={0}
        listStyleType="none"
        maxH="40dvh"
        overflowY="auto"
        borderWidth="1px"
        borderColor="line"
        borderRadius="md"
      >
        {shown.map(user => (
          <chakra.li
            key={user.id}
            px="3"
            py="2"
            borderBottomWidth="1px"
            borderColor="line"
            _last={{ borderBottomWidth: '0' }}
            css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 44px' }}
          >
            <Checkbox
              label={user.fullName}
              help={
                user.group && !isMember(user)
                  ? `${user.email} · ${t('subGroups.ofGroup', { name: user.group.name })}`
                  : user.email
              }
              checked={chosen.get(user.id) ?? isMember(user)}
              onChange={({ currentTarget }) => choose(user, currentTarget.checked)}
            />
          </chakra.li>
        ))}
      </chakra.ul>
      {found.length > shown.length && (
        <chakra.p textStyle="small" color="fg.muted">
          {t('subGroups.membersMore', { count: found.length - shown.length })}
        </chakra.p>
      )}
    </>
  )
}
