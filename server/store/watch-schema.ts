import { migrationsIn } from './migrations/executed.ts'
import type { Database } from './open.ts'
import { newer, schemaOf } from './schema-state.ts'

/**
 * Checks every so many ms whether a process of a newer version has migrated the database that this one uses, and calls
 * `onNewer` with a sentence if so: this program does not know what it would write to. Returns a function that ends it.
 */
export function watchSchema(db: Database, onNewer: (message: string) => void, every = 10_000): () => void {
  let asking = false
  const timer = setInterval(async () => {
    if (asking) return
    asking = true
    // What is down now is asked again.
    const names = await migrationsIn(db).catch(() => [])
    asking = false
    const schema = schemaOf(names)
    if (schema.state !== 'newer') return
    clearInterval(timer)
    onNewer(newer(schema.unknown))
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
