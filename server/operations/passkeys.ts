import { passkeysPerUser } from '../../domain/limits.ts'
import type { Passkey as PasskeyBody } from '../../openapi/schema.ts'
import type { ByVisitor } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { lockSignIn, requireStanding } from '../auth/begin-session.ts'
import { makeTicket } from '../auth/confirmation-tickets.ts'
import { knownDevice } from '../auth/device.ts'
import { limitedEach, limits, takeByAddress } from '../auth/limits.ts'
import {
  passkeyCreation,
  passkeyObstacle,
  passkeyRequest,
  requirePasskeys,
  takeProof,
  userHandleOf,
  verifyAssertion,
  verifyAttestation,
} from '../auth/passkeys.ts'
import { refuseWhereSsoRequired } from '../auth/required-sso.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import { forgetConfirmations } from '../store/confirmation-tickets.ts'
import type { Database } from '../store/open.ts'
import * as store from '../store/passkeys.ts'
import { findUser } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { beginNoticed, finishSignIn } from './finish-sign-in.ts'
import type { Services } from './services.ts'
import { noteBypass } from './sso-bypass.ts'

export function passkeyOperations(services: Pick<Services, 'db' | 'vault' | 'brand' | 'region' | 'sso'>) {
  const { db, vault, brand } = services
  const secondsOf = ({ now }: { now: number }) => Math.floor(now / 1000)

  return {
    async beginPasskeySignIn({ visitor, by }) {
      requirePasskeys(visitor)
      return passkeyRequest(vault, { visitor, purpose: 'sign-in', now: secondsOf(by) })
    },

    /** The passkey names its user; it counts as password and code. */
    async signInByPasskey(call) {
      const { body, tokens, visitor, by: from } = call
      requirePasskeys(visitor)
      const now = secondsOf(from)
      await takeByAddress(services, 'passkey sign-ins', limits.passkeyAddress, visitor, now)
      const passkey = await store.findPasskey(db, body.id)
      const user = passkey && (await findUser(db, passkey.userId))
      if (!user) throw new Problem('PASSKEY_UNKNOWN')
      const by = { ...from, user }
      const begun = await recorded(db, by, 'SIGN_IN_FAILED', async () => {
        if (body.response.userHandle !== userHandleOf(user.id)) throw new Problem('PASSKEY_INVALID')
        const proof = await verifyAssertion(vault, { visitor, purpose: 'sign-in', now }, passkey, body)
        await requireStanding(db, by)
        await refuseWhereSsoRequired(db, by)
        const device = await knownDevice(db, tokens.device, user, now)
        return db.transaction().execute(async trx => {
          await lockSignIn(trx, user)
          await takeProof(trx, passkey, proof, now)
          await noteBypass({ ...services, db: trx }, by)
          return beginNoticed({ db: trx, vault }, by, device, { kind: 'passkey', name: passkey.name })
        })
      })
      return finishSignIn(services, call, by, begun)
    },

    async beginPasskeyConfirmation({ session: { id, user }, visitor, by }) {
      requirePasskeys(visitor)
      const passkeys = await store.listPasskeys(db, user.id)
      if (passkeys.length === 0) throw new Problem('NOT_FOUND')
      return passkeyRequest(vault, { visitor, purpose: `confirm ${id}`, now: secondsOf(by) }, passkeys)
    },

    /** The ticket that it returns is what `requireConfirmation` records. */
    async confirmByPasskey({ body, session: { id: sessionId, user }, visitor, by }) {
      requirePasskeys(visitor)
      const now = secondsOf(by)
      const guard = {
        name: `passkey user ${user.id}`,
        limit: limits.code,
        by,
        failure: 'IDENTITY_REFUSED',
      } as const
      return limitedEach(db, guard, () =>
        recorded(db, by, 'IDENTITY_REFUSED', async () => {
          const passkey = await store.findPasskey(db, body.id)
          if (passkey?.userId !== user.id) throw new Problem('PASSKEY_UNKNOWN')
          const asked = { visitor, purpose: `confirm ${sessionId}`, now } as const
          const proof = await verifyAssertion(vault, asked, passkey, body)
          return withLockedUser(db, user.id, async trx => {
            await takeProof(trx, passkey, proof, now)
            return makeTicket(trx, { userId: user.id, sessionId }, now)
          })
        }),
      )
    },

    listPasskeys: async ({ session: { user }, visitor }) => ({
      passkeys: (await store.listPasskeys(db, user.id)).map(bodyOf),
      obstacle: passkeyObstacle(visitor),
    }),

    async beginPasskey({ session: { id, user }, visitor, by }) {
      requirePasskeys(visitor)
      const passkeys = await store.listPasskeys(db, user.id)
      if (passkeys.length >= passkeysPerUser) throw new Problem('LIMIT_REACHED')
      const asked = { visitor, purpose: `add ${id}`, now: secondsOf(by) } as const
      return passkeyCreation(vault, asked, { user, passkeys, service: brand.name })
    },

    /** The challenge proves that the user was confirmed for it. */
    async addPasskey({ body, session: { id, user }, visitor, by }) {
      requirePasskeys(visitor)
      const now = secondsOf(by)
      const asked = { visitor, purpose: `add ${id}`, now } as const
      const { passkey, challenge } = await verifyAttestation(vault, asked, body.credential)
      return withLockedUser(db, user.id, async (trx, held) => {
        if (held.passkeys >= passkeysPerUser) throw new Problem('LIMIT_REACHED')
        if (!(await store.spendChallenge(trx, challenge.hash, challenge.expiresAt)))
          throw new Problem('PASSKEY_TIMED_OUT')
        const row = { ...passkey, userId: user.id, name: body.name.trim(), createdAt: now }
        const added = await store.addPasskey(trx, row)
        if (!added) throw new Problem('PASSKEY_EXISTS')
        await auditAndTell({ db: trx, vault }, by, 'PASSKEY_ADDED', { target: added.name })
        return bodyOf(added)
      })
    },

    async renamePasskey({ body, by }) {
      const name = body.name.trim()
      await withLockedUser(db, by.user.id, async trx => {
        const before = await store.renamePasskey(trx, by.user.id, body.id, name)
        if (before === null) throw new Problem('NOT_FOUND')
        if (before === name) return
        const detail = changes({ name: before }, { name })
        await audit(trx, by, 'PASSKEY_RENAMED', { target: before, detail })
      })
    },

    async deletePasskey({ body, by }) {
      const { id } = by.user
      await withLockedUser(db, id, async (trx, held) => {
        const name = await store.deletePasskey(trx, id, body.id)
        if (name === null) throw new Problem('NOT_FOUND')
        const last = held.passkeys === 1 && !held.twoStep
        if (last && held.twoStepRequired) throw new Problem('TWO_STEP_ENFORCED')
        await forgetConfirmations(trx, id)
        await auditAndTell({ db: trx, vault }, by, 'PASSKEY_REMOVED', { target: name })
      })
    },
  } satisfies Partial<Handlers>
}

function bodyOf({ id, name, backedUp, createdAt, lastUsedAt }: store.Passkey): PasskeyBody {
  return { id, name, synced: backedUp, created_at: createdAt, last_used_at: lastUsedAt }
}

const refusals = ['PASSKEY_UNKNOWN', 'PASSKEY_INVALID', 'PASSKEY_TIMED_OUT', 'PASSKEY_CLONED']

/** Runs `act`; a passkey that it refuses is recorded as `failure`. */
async function recorded<T>(
  db: Database,
  by: ByVisitor,
  failure: 'SIGN_IN_FAILED' | 'IDENTITY_REFUSED',
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Problem && refusals.includes(error.code))
      await audit(db, by, failure, { detail: { kind: 'error', code: error.code } })
    throw error
  }
}
