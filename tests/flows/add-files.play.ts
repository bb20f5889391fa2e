import type { SnapshotFrom } from 'xstate'
import type { addFilesMachine } from '../../machines/add-files/machine.ts'
import { selectConflicts } from '../../machines/add-files/selectors.ts'
import { containing, type Play, type Sight, t } from './support/play.ts'

type Snapshot = SnapshotFrom<typeof addFilesMachine>
/** Where files are added, the one that is, and whether the bucket keeps versions. */
type Scene = { folder: string; file: string; versioning: 'off' | 'enabled' }

const checks = (check: 'names' | 'sizes' | null, { folder }: Scene) => ({
  [t('files.checkingNames', { name: folder })]: check === 'names',
  [t('files.checkingSizes')]: check === 'sizes',
})

const checking =
  (check: 'names' | 'sizes' | null) =>
  (_: Snapshot, scene: Scene): Sight => ({ dialog: null, says: checks(check, scene) })

/** The dialog is about the folder, says this, and offers these ways on besides its cross. */
function asks(scene: Scene, title: string, texts: string[], ways: Parameters<typeof t>[0][]): Sight {
  return {
    dialog: {
      title,
      text: containing(t('files.inFolder', { name: scene.folder }), ...texts),
      buttons: Object.fromEntries([...ways, 'common.close' as const].map(way => [t(way), 'ready'])),
    },
    says: checks(null, scene),
  }
}

const labels = {
  replace: 'files.replace',
  'keep-both': 'files.keepBoth',
  skip: 'files.skip',
  compare: 'files.replaceChanged',
} as const

export const addFilesPlay: Play<typeof addFilesMachine, Scene> = {
  acts: {
    choose: ({ press }, { choice }) => press(t(labels[choice])),
    'upload anyway': ({ press }) => press(t('files.uploadAnyway')),
    'upload what fits': ({ press }) => press(t('files.uploadWhatFits')),
    retry: ({ press }) => press(t('common.retry')),
  },
  states: {
    idle: checking(null),
    reading: checking('names'),
    lookingUp: checking('names'),
    measuring: checking('sizes'),
    asking(snapshot, scene) {
      const [conflict] = selectConflicts(snapshot)
      const title = conflict ? 'files.conflictTitle' : 'files.duplicatesTitle'
      const kept = scene.versioning === 'enabled'
      const texts = [
        ...(conflict
          ? [t(kept ? 'files.conflictFilesKept' : 'files.conflictFiles'), t('files.conflictChanged')]
          : []),
        ...(snapshot.context.duplicates.length > 0 ? [t('files.conflictDuplicates')] : []),
      ]
      const ways = ['files.skip', 'files.replace', 'files.keepBoth'] as const
      const changed = conflict ? (['files.replaceChanged'] as const) : []
      return asks(scene, t(title, { count: 1, name: scene.file }), texts, [...ways, ...changed])
    },
    confirming({ context: { failure } }, scene) {
      const why = failure?.code === 'TOO_MANY_NAMES' ? 'files.conflictTooMany' : 'files.conflictNotAllowed'
      return asks(scene, t('files.conflictUnknownTitle'), [t(why)], ['common.cancel', 'files.uploadAnyway'])
    },
    unavailable({ context: { failure } }, scene) {
      const { code } = failure as { code: 'NETWORK' }
      const ways = ['common.cancel', 'files.uploadAnyway', 'common.retry'] as const
      return asks(
        scene,
        t('files.lookUpFailed'),
        [t(`error.${code}`), t('files.conflictNoAnswer')],
        [...ways],
      )
    },
    exceeding({ context }, scene) {
      const { fitting, others } = context.fit!
      const count = fitting.length + others.length
      const some = fitting.length > 0
      return asks(
        scene,
        t('error.NOT_ENOUGH_STORAGE'),
        [some ? t('files.someFit', { count, fitting: 1, others: 1 }) : t('files.noneFits', { count })],
        some ? ['common.cancel', 'files.uploadWhatFits'] : [],
      )
    },
  },
}
