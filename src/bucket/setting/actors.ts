import type { SettingRead, SettingSave, Stored } from '../../../machines/bucket-settings/machine.ts'
import type { ApiResult } from '../../api/result.ts'

type SettingPath = `/bucket/${'cors' | 'lifecycle' | 'objectlock' | 'policy' | 'tags' | 'versioning'}`

/** How one setting is read and written. `revision`: of the state that the change was made from. */
export type Calls<Value> = {
  /** Of the contract; it names the setting in the cache too. */
  path: SettingPath
  read: (signal?: AbortSignal) => Promise<ApiResult<Stored<Value>>>
  write: (value: Value, revision: string) => Promise<ApiResult<unknown>>
}

export async function saveSetting<Value>(
  { write }: Calls<Value>,
  { value, revision }: SettingSave['input'],
): Promise<SettingSave['output']> {
  const outcome = await write(value as Value, revision)
  if (outcome.ok) return { ok: true }
  return outcome
}

export async function readSetting<Value>({ read }: Calls<Value>): Promise<SettingRead['output']> {
  const outcome = await read()
  return outcome.ok ? { ok: true, stored: outcome.data } : outcome
}
