import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrate } from '../../server/engine/store/schema.ts'

const root = join(import.meta.dirname, '../..')

test('only the vault and the engine seal: what they seal is listed, and replacing the secret visits it', () => {
  const sealing = globSync('server/**/*.ts', { cwd: root }).filter(path =>
    /from '[^']*\/sealing\.ts'/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(sealing.toSorted()).toEqual([
    'server/engine/store/accounts.ts',
    'server/engine/store/data-keys.ts',
    'server/vault/vault.ts',
  ])
})

test('columns of bytes in the index: those that are sealed are in server/engine/store/reseal.ts', () => {
  const index = new DatabaseSync(':memory:')
  migrate(index)
  const columns = index
    .prepare(
      `SELECT t.name || '.' || c.name AS name FROM pragma_table_list t, pragma_table_info(t.name) c
       WHERE c.type = 'BLOB' ORDER BY 1`,
    )
    .all()
    .map(({ name }) => name)
  index.close()
  const sealed = ['access_key.secret', 'content.data_key', 'part.data_key', 'segment.data_key']
  const plain = ['content.bytes', 'progress.secret_id']
  expect(columns).toEqual([...sealed, ...plain].toSorted())
})
