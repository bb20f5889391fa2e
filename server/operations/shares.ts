import { randomBytes } from 'node:crypto'
import { isFolder } from '../../domain/copy-target.ts'
import { isOver } from '../../domain/expiry.ts'
import { shownType } from '../../domain/file-kinds.ts'
import { sharesPerAccount } from '../../domain/limits.ts'
import type { Share as ShareBody } from '../../openapi/schema.ts'
import { recordDownloads } from '../audit/guest-downloads.ts'
import { audit } from '../audit/record.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { readShared } from '../shares/open-share.ts'
import { forgetWrongPasswords } from '../shares/passwords.ts'
import { shareDetail } from '../shares/share-detail.ts'
import { shareState } from '../shares/share-state.ts'
import {
  addShare,
  changeShare,
  deleteShare,
  findShare,
  listShares,
  type Share,
  type ShareOwner,
  type ShareTerms,
} from '../store/shares.ts'
import { findUser, type User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'

/** Bytes of the token in a share's address. */
const tokenBytes = 24

export function shareOperations(
  services: Pick<Services, 'db' | 'access' | 'now' | 'hashSecret' | 'shares' | 'shareOrigin'>,
) {
  const { db, access } = services
  const now = () => Math.floor(services.now() / 1000)

  return {
    async listShares({ query, session: { user } }) {
      return { shares: (await listShares(db, ownerOf(user), query)).map(share => bodyOf(share, now())) }
    },

    /** The address is returned only here: the database has a hash of its token. */
    async createShare({ body, visitor, by }) {
      const { user } = by
      if (!services.shares) throw new Problem('SHARES_OFF')
      const { bucket, path, version_id: versionId = null, expire_date: expireDate = 0 } = body
      const { mode = 'download', download_limit: downloadLimit = null } = body
      if (isFolder(path)) throw invalid('path', 'must not end in a slash')
      requireFit({ mode, downloadLimit, path })
      if (isOver(expireDate, now())) throw invalid('expire_date', 'date-past')
      await readShared(access, user, { bucket, path, versionId })
      const terms: ShareTerms = {
        ...{ mode, expireDate, downloadLimit, note: body.note ?? '', language: body.language ?? null },
        passwordHash: body.password === undefined ? null : await services.hashSecret(body.password),
      }
      const token = randomBytes(tokenBytes).toString('base64url')
      const row = { ...terms, bucket, path, versionId, accountId: user.accountId, userId: user.id }
      const share = await withLockedUser(db, user.id, async trx => {
        const made = await addShare(
          trx,
          { ...row, tokenHash: hashToken(token), now: now() },
          sharesPerAccount,
        )
        if (!made) throw new Problem('LIMIT_REACHED')
        await audit(trx, by, 'SHARE_CREATED', { target: bucket, detail: shareDetail(made) })
        return made
      })
      return {
        share: bodyOf({ ...share, by: user.email }, now()),
        url: `${services.shareOrigin(visitor)}/s/${token}`,
      }
    },

    async changeShare({ body, by }) {
      const { id, paused, password } = body
      if (body.expire_date !== undefined && isOver(body.expire_date, now()))
        throw invalid('expire_date', 'date-past')
      const passwordHash = typeof password === 'string' ? await services.hashSecret(password) : password
      return db.transaction().execute(async trx => {
        const found = await findShare(trx, ownerOf(by.user), id)
        if (!found) throw new Problem('NOT_FOUND')
        const changed = {
          ...found,
          mode: body.mode ?? found.mode,
          expireDate: body.expire_date ?? found.expireDate,
          passwordHash: passwordHash === undefined ? found.passwordHash : passwordHash,
          downloadLimit: body.download_limit === undefined ? found.downloadLimit : body.download_limit,
          note: body.note ?? found.note,
          language: body.language === undefined ? found.language : body.language,
          pause: pauseOf(found, paused),
        }
        requireFit(changed)
        await changeShare(trx, id, changed)
        if (paused === false) await forgetWrongPasswords(trx, id)
        await audit(trx, by, 'SHARE_CHANGED', { target: found.bucket, detail: shareDetail(changed) })
        return bodyOf(changed, now())
      })
    },

    async deleteShare({ body: { id }, by }) {
      const found = await findShare(db, ownerOf(by.user), id)
      if (!found) throw new Problem('NOT_FOUND')
      const maker = await findUser(db, found.userId)
      if (maker) await recordDownloads(db, found, maker, by, true)
      await db.transaction().execute(async trx => {
        if (!(await deleteShare(trx, id))) throw new Problem('NOT_FOUND')
        await audit(trx, by, 'SHARE_REVOKED', { target: found.bucket, detail: shareDetail(found) })
      })
    },
  } satisfies Partial<Handlers>
}

/** The owner of an account has the shares of all its users. */
function ownerOf({ id, accountId, isSubUser }: User): ShareOwner {
  return { accountId, userId: isSubUser ? id : null }
}

/** INVALID_REQUEST if guests could neither look at the file nor download it, or would get past the limit by looking. */
function requireFit({ mode, downloadLimit, path }: Pick<Share, 'mode' | 'downloadLimit' | 'path'>): void {
  if (mode !== 'look') return
  if (downloadLimit !== null) throw invalid('download_limit', 'must not be set with this mode')
  const type = shownType(path)
  if (type === null || type === 'application/pdf')
    throw invalid('mode', 'must be download for files of this kind')
}

function pauseOf({ pause }: Share, paused: boolean | undefined): Share['pause'] {
  if (paused === undefined) return pause
  return paused ? (pause ?? 'person') : null
}

function bodyOf(share: Share & { by: string }, now: number): ShareBody {
  return {
    ...{ id: share.id, by: share.by, bucket: share.bucket, path: share.path, version_id: share.versionId },
    ...{ mode: share.mode, expire_date: share.expireDate, has_password: share.passwordHash !== null },
    ...{ download_limit: share.downloadLimit, note: share.note, language: share.language },
    ...{ state: shareState(share, now), created_at: share.createdAt, views: share.views },
    ...{ downloads: share.downloads, last_at: share.lastAt, last_from: share.lastFrom },
  }
}
