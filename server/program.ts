import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { extname, isAbsolute, join } from 'node:path'

/** The folder of the project, or of an installed package: its `dist`, `openapi` and `server` belong to the program. */
export const root = join(import.meta.dirname, '..')

/** Whether this is a release, whose server is bundled. */
const released = extname(import.meta.filename) === '.js'

/** How users call this program. */
export const program = released ? 'kho' : 'node server/main.ts'

export const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
  .version

/** Data from before version 0.1.0, of which nothing was released, is not opened. */
export const beforeBegin = 'The data is from before version 0.1.0. The last commit that opens it is 890a48c4.'

/** Where data is kept unless `KHO_DATA_DIR` says otherwise. A release keeps none in its own folder, which upgrades replace. */
export function defaultDataDir(dataHome: string | undefined): string {
  if (!released) return join(root, 'data')
  const home = dataHome && isAbsolute(dataHome) ? dataHome : join(homedir(), '.local/share')
  return join(home, 'kho')
}
