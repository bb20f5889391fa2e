export const bucketVersions = {
  'error.LOCK_KEEPS_VERSIONS': 'Versions cannot be suspended while object lock is on.',
  'versions.title': 'Versions',
  'versions.state.off': 'Off',
  'versions.state.enabled': 'On',
  'versions.state.suspended': 'Suspended',
  'versions.lead':
    'With versions on, a file that is overwritten or deleted is not lost: what was there before stays as a previous version and can be brought back.',
  'versions.cost': 'Previous versions take up storage until you delete them, or a lifecycle rule does.',
  'versions.toLifecycle': 'Lifecycle rules',
  'versions.forGood': 'Once turned on, versions can be suspended but never turned off.',
  'versions.paused': 'No new versions are kept. Those from before are still there.',
  'versions.locked': 'Versions stay on because object lock is on.',
  'versions.turnOn': 'Turn on versions',
  'versions.suspend': 'Suspend versions',
  'versions.suspendTitle': 'Suspend versions?',
  'versions.suspendLead':
    'Files uploaded from now on are overwritten and deleted without a previous version. Versions kept so far stay, and keep taking up storage.',
} as const
