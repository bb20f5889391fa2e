import { spawnSync } from 'node:child_process'

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? ''

/** The commit that this work began at: where it left `origin/main`, else HEAD. */
export function mergeBase(): string {
  return git('merge-base', 'HEAD', 'origin/main') || 'HEAD'
}

/** Paths of files that differ from the merge base, those that git does not track yet included. */
export function changedFiles(): string[] {
  const listed = `${git('diff', '--name-only', mergeBase())}\n${git('ls-files', '--others', '--exclude-standard')}`
  return listed.split('\n').filter(Boolean)
}

/** The folders of `src` in which these are. */
export const changedFolders = (): Set<string | undefined> =>
  new Set(changedFiles().map(file => /^src\/([^/]+)\//.exec(file)?.[1]))
