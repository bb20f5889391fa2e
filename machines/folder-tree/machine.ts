import { assign, setup } from 'xstate'
import { outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'
import { nextRead, opened, readOf, revealed, withCreated, withOutcome } from './rules.ts'
import type { FolderTreeContext, FolderTreeEvent, FolderTreeInput, SubfolderRead } from './types.ts'

type Named = { path: string }

/**
 * Chooses a folder of any bucket in a tree, or by its path.
 *
 * Provide: the actor `readSubfolders`.
 */
export const folderTreeMachine = setup({
  types: {
    context: {} as FolderTreeContext,
    events: {} as FolderTreeEvent,
    input: {} as FolderTreeInput,
    tags: {} as 'busy',
  },
  actors: { readSubfolders: placeholder<SubfolderRead['output'], SubfolderRead['input']>('readSubfolders') },
  actions: {
    'open folder': assign(({ context: { open } }, { path }: Named) => ({ open: opened(open, path) })),
    'close folder': assign(({ context: { open } }, { path }: Named) => ({
      open: open.filter(each => each !== path),
      reveal: null,
    })),
    'choose folder': assign(({ context: { open } }, { path }: Named) => ({
      path,
      open: opened(open, path),
      reveal: null,
    })),
    'keep path': assign(({ context }, { path }: Named) => ({
      path,
      ...revealed({ ...context, reveal: path }),
    })),
    'forget failure': assign(({ context }, { path }: Named) => {
      const { [path]: _, ...read } = context.read
      return { read }
    }),
    'add folder': assign(({ context: { read } }, { path }: Named) => ({ read: withCreated(read, path) })),
    'note what is read': assign(({ context }) => ({ reading: nextRead(context) ?? context.reading })),
    'keep subfolders': assign(({ context }, outcome: SubfolderRead['output']) => {
      const read = withOutcome(context, outcome)
      return { read, ...revealed({ ...context, read }) }
    }),
  },
  guards: { 'more is to be read': ({ context }) => nextRead(context) !== null },
}).createMachine({
  id: 'folder-tree',
  description:
    'Chooses a folder of any bucket in a tree, whose folders are read when they open, or by its path.',
  context: ({ input: { path } }) => ({
    ...{ path, reveal: path, open: [''], read: {}, reading: { folder: '', search: '' } },
  }),
  initial: 'listed',
  on: {
    open: { actions: { type: 'open folder', params: ({ event }) => event } },
    close: { actions: { type: 'close folder', params: ({ event }) => event } },
    choose: { actions: { type: 'choose folder', params: ({ event }) => event } },
    type: { actions: { type: 'keep path', params: ({ event }) => event } },
    retry: { actions: { type: 'forget failure', params: ({ event }) => event } },
    'folder created': {
      actions: [
        { type: 'add folder', params: ({ event }) => event },
        { type: 'choose folder', params: ({ event }) => event },
      ],
    },
  },
  states: {
    listed: {
      description: 'Every open folder has its subfolders below it, or why they could not be read.',
      always: { guard: 'more is to be read', target: 'reading' },
    },
    reading: {
      description: 'The subfolders of an open folder are being read; others wait their turn.',
      tags: 'busy',
      entry: 'note what is read',
      invoke: {
        id: 'readSubfolders',
        src: 'readSubfolders',
        input: ({ context }) => readOf(context.reading),
        onDone: { target: 'listed', actions: { type: 'keep subfolders', params: outcome } },
        onError: { target: 'listed', actions: { type: 'keep subfolders', params: unknownFailure } },
      },
    },
  },
})
