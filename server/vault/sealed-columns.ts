type Place = {
  /** The primary key. */
  key: string
  /** The column with the id that the sealed text is bound to. */
  owner: string
  /** What it is bound to; may never change. */
  context(owner: string): string
  /** The beginning of the primary keys of sealed rows; none: all rows. */
  begins?: string
}

const own = (owner: string) => owner
const ofTopic = (id: string) => `topic ${id}`

/**
 * Every column of the console's database with text that the vault seals, as `table.column`: it seals for no other, and
 * `reseal` visits them all in this order.
 */
const columns = {
  // Before the column that a confirmed set-up moves it to: `reseal` runs beside sign-ins, and would miss it there.
  'users.two_step_pending': { key: 'id', owner: 'id', context: own },
  'users.two_step_secret': { key: 'id', owner: 'id', context: own },
  'account_keys.secret_key': { key: 'account_id', owner: 'account_id', context: own },
  'access_keys.secret_key': { key: 'access_key', owner: 'user_id', context: own },
  'topics.secret': { key: 'id', owner: 'id', context: ofTopic },
  'topics.old_secret': { key: 'id', owner: 'id', context: ofTopic },
  'sso_grants.refresh_token': { key: 'id', owner: 'id', context: id => `sso grant ${id}` },
  'mails.request': { key: 'id', owner: 'id', context: id => `mail ${id}` },
  /** Keys of digests that earlier secrets made. */
  'settings.value': { key: 'name', owner: 'name', context: name => name, begins: 'digest-key ' },
} satisfies Record<`${string}.${string}`, Place>

export type SealedColumn = keyof typeof columns
export const sealedColumns: Record<SealedColumn, Place> = columns
