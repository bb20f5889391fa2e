import { spawnSync } from 'node:child_process'
import { affectedBy, readReach } from './support/reach.ts'

// `node tests/affected.ts COMMIT…`: the screens, actions and files of tests in Chromium that each commit affects.

const reach = readReach()
for (const commit of process.argv.slice(2)) {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
  const changed = git('diff', '--name-only', '--no-renames', `${commit}^`, commit).split('\n')
  const affects = affectedBy(changed, reach)
  const kinds = Map.groupBy(
    Object.keys(reach.tests).filter(key => affects(key)),
    key => /^(screen|action) /.exec(key)?.[1] ?? 'file',
  )
  console.log(`${git('log', '-1', '--format=%h %s', commit)}\n  changed: ${changed.join(' ')}`)
  for (const [kind, keys] of kinds) {
    const names = keys.map(key => key.replace(/^(screen|action) /, ''))
    console.log(`  ${keys.length} ${kind}s: ${names.join('; ')}`)
  }
}
