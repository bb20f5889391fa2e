import type { operations, SubUser } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import type { Line } from './use-planned-lines.ts'

/** Sub-users of one request that changes them. */
export const changedAtOnce = 100

export type PersonLine = Line & { id: string }

export function linesOf(users: readonly SubUser[]): PersonLine[] {
  return users.map(({ id, fullName, email }, at) => ({
    ...{ id, line: at + 1, cells: { name: fullName, email }, issues: [] },
  }))
}

type Body = operations['changeManySubUsers']['requestBody']['content']['application/json']

/** Changes these sub-users alike, or deletes them. */
export function sendMany(lines: readonly PersonLine[], act: Omit<Body, 'ids'>) {
  return result(api.POST('/user-management/many', { body: { ids: lines.map(({ id }) => id), ...act } }))
}
