import type { Acl, ErrorCode } from '../../../openapi/schema.ts'
import { Problem } from '../../errors/problem.ts'
import { inTurns } from '../../limits/in-turns.ts'
import {
  matchesPublicRead,
  readAclRules,
  readObjectAcl,
  withPublicRead,
  writeObjectAcl,
} from '../../storage/object-acl.ts'
import { holdObject } from '../../storage/revisions.ts'
import type { SelectedObject } from '../../storage/selected-objects.ts'
import { atOnce, failureOf, type JobContext } from '../kind.ts'
import { type SelectionInput, selectionKind } from './selection-kind.ts'

/**
 * Makes the selected objects public or private by their ACLs. PUBLIC_ACCESS_BLOCKED if public ACLs were blocked after
 * the job was started.
 */
export const changeAcl = selectionKind<SelectionInput & { acl: Acl }>({
  needs: 'putObjectAcls',
  // Each object takes two requests.
  size: 200,
  async apply(context, { acl }, objects) {
    const { account, storage, bucket } = context
    const { off, blocked } = await readAclRules(account, storage, bucket)
    if (acl === 'public' && blocked) throw new Problem('PUBLIC_ACCESS_BLOCKED')
    if (off) return { failed: [], failures: [] }
    const codes = await inTurns(atOnce, objects, object => changeObjectAcl(context, acl, object))
    const failures = objects.flatMap(({ key }, index) => {
      const code = codes[index]
      return code ? [failureOf({ key, code })] : []
    })
    return { failed: failures.map(({ key }) => key), failures }
  },
})

/** Errors of one object; others stop the batch. */
const objectErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ACCESS_DENIED', 'OBJECT_NOT_FOUND'])

/** Returns null, or why it failed. An object of a folder that is deleted meanwhile is no failure. */
async function changeObjectAcl(
  { account, client, bucket, locks }: JobContext,
  acl: Acl,
  { key, isNamed }: SelectedObject,
): Promise<ErrorCode | null> {
  const path = { bucket, path: key }
  try {
    await holdObject(locks, path, async () => {
      const own = await readObjectAcl(account, path)
      if (!matchesPublicRead(own, acl === 'public'))
        await writeObjectAcl(client, path, withPublicRead(own, acl === 'public'))
    })
    return null
  } catch (error) {
    if (!(error instanceof Problem) || !objectErrors.has(error.code)) throw error
    return error.code === 'OBJECT_NOT_FOUND' && !isNamed ? null : error.code
  }
}
