import type { Acl, ErrorCode } from '../../../openapi/schema.ts'
import { Problem } from '../../errors/problem.ts'
import { readAclRules } from '../../services/object-acl.ts'
import type { Found } from '../../storage/chosen-objects.ts'
import { isAsMade, madePublic, readObjectAcl, writeObjectAcl } from '../../storage/object-acl.ts'
import { eachOf, type JobContext } from '../kind.ts'
import { failureOf } from './copy-failures.ts'
import { type Chosen, overChosen } from './over-chosen.ts'

/**
 * Makes files, and those in folders, public or private by their own ACLs. PUBLIC_ACCESS_BLOCKED, where that began in
 * mid-job.
 */
export const changeAcl = overChosen<Chosen & { acl: Acl }>({
  needs: 'putObjectAcls',
  // Each object takes two requests.
  size: 200,
  async act(context, { acl }, found) {
    const { account, storage, bucket } = context
    const { off, blocked } = await readAclRules(account, storage, bucket)
    if (acl === 'public' && blocked) throw new Problem('PUBLIC_ACCESS_BLOCKED')
    if (off) return { failed: [], failures: [] }
    const codes = await eachOf(found, one => changeOne(context, acl, one))
    const failures = found.flatMap(({ key }, index) => {
      const code = codes[index]
      return code ? [failureOf({ key, code })] : []
    })
    return { failed: failures.map(({ key }) => key), failures }
  },
})

const lasting: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ACCESS_DENIED', 'OBJECT_NOT_FOUND'])

/** What it failed with; null where it is done. */
async function changeOne(
  { account, client, bucket }: JobContext,
  acl: Acl,
  { key, named }: Found,
): Promise<ErrorCode | null> {
  const path = { bucket, path: key }
  try {
    const own = await readObjectAcl(account, path)
    if (!isAsMade(own, acl === 'public'))
      await writeObjectAcl(client, path, madePublic(own, acl === 'public'))
    return null
  } catch (error) {
    if (!(error instanceof Problem) || !lasting.has(error.code)) throw error
    return error.code === 'OBJECT_NOT_FOUND' && !named ? null : error.code
  }
}
