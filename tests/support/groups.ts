/**
 * What `npm run test:all` adds to `npm test`: cross products and anomalies. A test, or its file by `@module-tag`, names its
 * group as a tag of Vitest; `npm run test:all -- ways faults` runs these two.
 */
export const groups = {
  ways: 'actions by every way: `npm test` takes each pair of control and way',
  looks: 'screens in every look: `npm test` takes one look for each screen',
  walks: 'flows on all their paths, in their views and in Chromium',
  storages: 'on Ceph RGW what the embedded engine shows in `npm test`',
  databases: 'on PostgreSQL what SQLite shows in `npm test`',
  clients: 'aws, rclone, s3cmd, restic and nginx; uploads in Firefox',
  packages: 'packages of a release, the Debian one on a booted Debian as its guide has it, and `npm run dev`',
  faults: 'kills, cut lines, lost writes, damaged files and full disks',
  hostile: 'hostile files and requests',
  timing: 'measured times, memory and counted key presses',
  chance: 'random seeds, printed for a second run',
} as const

export type Group = keyof typeof groups

/** Tests of no group, as an expression for `--tags-filter`. */
export const ungrouped = Object.keys(groups)
  .map(group => `!${group}`)
  .join(' && ')
