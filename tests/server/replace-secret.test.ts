import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockSecret } from '../../server/data-lock.ts'
import { ballastBytes } from '../../server/disk.ts'
import { openEngine } from '../../server/engine/engine.ts'
import { runBackup } from '../../server/maintenance/backup.ts'
import { runReplaceSecret } from '../../server/maintenance/replace-secret.ts'
import { reseal } from '../../server/maintenance/reseal.ts'
import { runRestore } from '../../server/maintenance/restore.ts'
import { runUserCommand } from '../../server/maintenance/user.ts'
import { type Database, openDatabase } from '../../server/store/open.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { engineSecrets, makeVault } from '../../server/vault/vault.ts'
import { configOf, region, startConsole, type TestConsole } from './support/console.ts'
import { putNewDatabases } from './support/new-databases.ts'
import { expectContinued, expectWhole, fillSealed, opened, sealedValues } from './support/sealed-folder.ts'
import { onEachUrl } from './support/stores.ts'

const [first, second, third] = ['1', '2', '3'].map(digit => digit.repeat(32)) as [string, string, string]
const both = { KHO_SECRET: second, KHO_SECRET_OLD: first }
const pause = async () => undefined
const stillSealed =
  'Some data is still sealed with the earlier secret: set KHO_SECRET_OLD to it, and run "kho rotate secret".'

let dataDir: string
let said: string[]
const say = (line: string) => void said.push(line)
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kho-secret-'))
  said = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

onEachUrl((makeUrl, store) => {
  let env: Record<string, string>
  beforeEach(async context => {
    const url = await makeUrl(context)
    env = {
      KHO_DATA_DIR: dataDir,
      KHO_S3_PORT: '0',
      KHO_S3_ENCRYPT: '1',
      ...(url && { KHO_DATABASE_URL: url }),
    }
    await putNewDatabases(dataDir)
    if (url !== null) rmSync(join(dataDir, 'kho.sqlite'))
  })

  const start = (secrets: Record<string, string>) =>
    startConsole({ ...env, ...secrets }, { minPartSize: 1000 })
  async function on<T>(
    secrets: Record<string, string>,
    work: (console: TestConsole) => Promise<T>,
  ): Promise<T> {
    const console = await start(secrets)
    return await work(console).finally(() => console.stop())
  }
  const config = (secrets: Record<string, string>) => configOf({ ...env, ...secrets })
  const rotate = (secrets: Record<string, string>) => runReplaceSecret(config(secrets), say, { pause })
  async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDatabase({ url: env.KHO_DATABASE_URL ?? null, dataDir })
    return await work(db).finally(() => db.destroy())
  }
  /** Nothing is left that the first secret opens, nor anything that the second does not. */
  async function expectResealed(): Promise<void> {
    await inDatabase(async db => {
      const values = await sealedValues(db)
      expect(opened(makeVault(first), values)).toBe(0)
      expect(opened(makeVault(second), values)).toBe(values.length)
      const acts = await db
        .selectFrom('audit')
        .select(['account_id', 'user', 'device'])
        .where('action', '=', 'SECRET_REPLACED')
        .execute()
      expect(acts).toEqual([{ account_id: null, user: '', device: 'node server/main.ts rotate' }])
    })
    const wrapped = wrappedKeys()
    expect(wrapped.keys).toHaveLength(4)
    expect(new Set(wrapped.keys)).toEqual(new Set([wrapped.noted]))
  }
  /** The ids of the secrets that data keys are wrapped under, and the one that the index notes. */
  function wrappedKeys() {
    const index = new DatabaseSync(join(dataDir, 's3/index.sqlite'))
    const ids = ['content', 'segment', 'part'].flatMap(table =>
      index
        .prepare(`SELECT hex(substr(data_key, 1, 8)) AS id FROM ${table} WHERE data_key IS NOT NULL`)
        .all(),
    )
    const noted = index.prepare('SELECT hex(secret_id) AS id FROM progress').get()!.id
    index.close()
    return { keys: ids.map(({ id }) => id), noted }
  }

  test('a second replacement at once is refused, as it could lose the secret that is in force', async () => {
    const unlock = lockSecret(dataDir)
    await expect(rotate(both)).rejects.toThrow('Another process is replacing the secret')
    unlock()
  })

  test('a stopped folder is sealed again, and opens with the new secret alone', async () => {
    const filled = await on({ KHO_SECRET: first }, fillSealed)
    await on(both, console => expectWhole(console, filled))
    await expect(start({ KHO_SECRET: second })).rejects.toThrow(stillSealed)
    await expect(start({ KHO_SECRET: first })).rejects.toThrow('KHO_SECRET is not the secret')
    expect(await rotate(both)).toBe(true)
    expect(said.at(-2)).toMatch(
      /^Sealed again: \d+ values of the console; [2-9] keys of users and 4 keys of objects /,
    )
    expect(said.at(-1)).toBe(
      'The earlier secret is not needed any more, except with backups from before: remove KHO_SECRET_OLD.',
    )
    await expectResealed()
    await on({ KHO_SECRET: second }, async console => {
      await expectWhole(console, filled)
      await expectContinued(console, filled)
    })
    await expect(start({ KHO_SECRET: first })).rejects.toThrow('KHO_SECRET is not the secret')
    const ballast = join(dataDir, 's3/ballast')
    writeFileSync(ballast, Buffer.alloc(ballastBytes))
    expect(await rotate({ ...both, KHO_DISK_RESERVE: '1' })).toBe(true)
    expect(existsSync(ballast)).toBe(true)
    expect(said.at(-2)).toMatch(
      /^Sealed again: 0 values of the console; 0 keys of users and 0 keys of objects /,
    )
  })

  test('it is done beside a running server, by that one [V11.2.2]', async () => {
    const filled = await on({ KHO_SECRET: first }, fillSealed)
    await on({ KHO_SECRET: second, KHO_SECRET_OLD: first }, async console => {
      expect(await rotate(both)).toBe(true)
      await expectWhole(console, filled)
    })
    await expectResealed()
    await on({ KHO_SECRET: second }, console => expectWhole(console, filled))
  })

  test('cut off anywhere, nothing is lost, and a second run completes it', { tags: ['faults'] }, async () => {
    const filled = await on({ KHO_SECRET: first }, fillSealed)
    const { secretOld } = config(both)
    const cut = (steps: number) =>
      inDatabase(async db => {
        const vault = await openVault(db, { secret: second, earlier: secretOld }, { begins: true })
        const engine = await openEngine({
          ...{ dir: join(dataDir, 's3'), region, ...engineSecrets(vault), scrub: false, lifecycle: false },
        })
        let left = steps
        const signal = {
          get aborted() {
            return left-- <= 0
          },
        } as AbortSignal
        const done = await reseal(
          { db, vault, engine, config: config(both), now: Date.now },
          { say, signal },
        ).finally(() => engine.close())
        if (!done) {
          const values = await sealedValues(db)
          expect(opened(vault, values)).toBe(values.length)
        }
        return done
      })
    let steps = 0
    for (; !(await cut(steps)); steps++) {
      expect(said).toEqual([])
      await expect(start({ KHO_SECRET: second })).rejects.toThrow(stillSealed)
    }
    // Four places of the engine, and each column.
    expect(steps).toBe(4 + 9)
    await expectResealed()
    await on({ KHO_SECRET: second }, console => expectWhole(console, filled))
  })

  test('more than a batch of each is sealed again', async () => {
    await on({ KHO_SECRET: first }, fillSealed)
    const vault = makeVault(first)
    const mails = Array.from({ length: 450 }, (_, i) => `thu-${i}`).map(id => ({
      ...{ id, request: vault.seal(id, 'mails.request', id), due_at: 1e10, tries: 0, expires_at: 1e10 },
    }))
    await inDatabase(db => db.insertInto('mails').values(mails).execute())
    const index = new DatabaseSync(join(dataDir, 's3/index.sqlite'), { enableForeignKeyConstraints: false })
    const [{ key }] = index.prepare('SELECT data_key AS key FROM part').all() as [{ key: Uint8Array }]
    const series = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)'
    for (const insert of [
      'INSERT INTO content (refs, size, data_key)',
      'INSERT INTO segment (content, start, number, size, data_key)',
      'INSERT INTO part (upload, number, size, etag, modified, data_key)',
    ]) {
      const columns = /\((.*), data_key\)/.exec(insert)![1]!.split(', ')
      const values = columns.map(
        column => ({ number: 'i % 7', content: '1000 + i / 7', upload: 'i / 7' })[column] ?? '1',
      )
      index.prepare(`${insert} ${series} SELECT ${values.join()}, ? FROM n`).run(key)
    }
    index.close()
    expect(await rotate(both)).toBe(true)
    await inDatabase(async db => {
      const values = await sealedValues(db)
      expect(opened(makeVault(second), values)).toBe(values.length)
    })
    const { keys, noted } = wrappedKeys()
    expect(keys).toHaveLength(3304)
    expect(new Set(keys)).toEqual(new Set([noted]))
  })

  test('what neither secret opens is named, stays, and does not stop the rest', async () => {
    await on({ KHO_SECRET: first }, fillSealed)
    const foreign = makeVault(third).seal('x', 'mails.request', 'la')
    await inDatabase(db =>
      db
        .insertInto('mails')
        .values({ id: 'la', request: foreign, due_at: 0, tries: 0, expires_at: 1e10 })
        .execute(),
    )
    expect(await rotate(both)).toBe(false)
    expect(said).toContain('Neither secret opens mails.request of la: it stays as it is.')
    await on({ KHO_SECRET: second }, async () => undefined)
    const mails = await inDatabase(db =>
      db.selectFrom('mails').select('request').where('id', '=', 'la').execute(),
    )
    expect(mails).toEqual([{ request: foreign }])
  })

  if (store === 'SQLite') {
    test('a secret in the data folder is replaced by one command while Kho is stopped', async () => {
      const filled = await on({}, fillSealed)
      const kept = readFileSync(join(dataDir, 'secret'), 'utf8')
      expect(await rotate({})).toBe(true)
      expect(readFileSync(join(dataDir, 'secret'), 'utf8')).not.toBe(kept)
      expect(existsSync(join(dataDir, 'secret.old'))).toBe(false)
      await on({}, console => expectWhole(console, filled))
    })

    test('while Kho runs, the new one waits for a restart', async () => {
      const { filled, kept } = await on({}, async console => {
        const done = {
          filled: await fillSealed(console),
          kept: readFileSync(join(dataDir, 'secret'), 'utf8'),
        }
        for (const _ of [1, 2]) {
          expect(await rotate({})).toBe(false)
          expect(said.at(-1)).toBe(
            'Kho still runs with another secret: restart it, and run this command again.',
          )
        }
        await expect(runUserCommand(config({}), 'list', say)).rejects.toThrow('restart it with both secrets')
        await expectWhole(console, done.filled)
        return done
      })
      expect(readFileSync(join(dataDir, 'secret.old'), 'utf8')).toBe(kept)
      await on({}, async console => {
        await expectWhole(console, filled)
        const [copy, restored] = [join(dataDir, '../copy'), join(dataDir, '../restored')].map(
          path => `${path}-${basename(dataDir)}`,
        ) as [string, string]
        onTestFinished(() => {
          for (const path of [copy, restored]) rmSync(path, { recursive: true, force: true })
        })
        await runBackup(config({}), copy, say)
        await runRestore(config({ KHO_DATA_DIR: restored }), copy, say)
        expect(readFileSync(join(restored, 'secret.old'), 'utf8')).toBe(kept)
        expect(await rotate({})).toBe(true)
      })
      expect(existsSync(join(dataDir, 'secret.old'))).toBe(false)
      await on({}, console => expectWhole(console, filled))
    })

    test('without an earlier secret the command names the settings', async () => {
      await on({ KHO_SECRET: first }, async () => undefined)
      await expect(rotate({ KHO_SECRET: first })).rejects.toThrow(
        'Set KHO_SECRET to the new secret, and KHO_SECRET_OLD to the one that it replaces.',
      )
    })
  }
})
