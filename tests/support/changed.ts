import { spawnSync } from 'node:child_process'

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** The commit that this work began at: where it left `origin/main`, else HEAD. */
export const mergeBase = (): string => git('merge-base', 'HEAD', 'origin/main') || 'HEAD'

/** Paths that differ from the commit, files that git does not track yet included; null: git does not have it. */
export function changedSince(commit: string): string[] | null {
  const differ = git('diff', '--name-only', '--no-renames', commit)
  if (differ === null) return null
  return `${differ}\n${git('ls-files', '--others', '--exclude-standard')}`.split('\n').filter(Boolean)
}

export const headCommit = (): string => git('rev-parse', 'HEAD') ?? ''
