import type { Failure } from '../failure.ts'

/** Changes that are not shown yet: their number, or 'many'; 0: none. */
export type Waiting = number | 'many'

/** `asOf`: when the loaded rows were requested, null: not known. `live`: whether the server reports what changes. */
export type FollowFolderInput = { asOf: number | null; live: boolean }

/** What the outside reports. */
export type FollowFolderReport =
  /** `watchPage`: once at the beginning, then when it changes. */
  | { type: 'page shown' }
  | { type: 'page hidden' }
  /** `followChanges` */
  | { type: 'changes received' }
  /** After `changes received`: names are missing that only a read of the folder finds. */
  | { type: 'too many changed' }
  | { type: 'stream lost' }

export type FollowFolderEvent =
  | FollowFolderReport
  /** What is left to show, after each change and read, and after `settle` and `show changes`. */
  | { type: 'changes wait'; waiting: Waiting }
  /** Other rows are loaded, or they may move again. */
  | { type: 'rows changed' }
  | { type: 'show' }

export type FollowFolderContext = FollowFolderInput & {
  /** Attempts since the server last reported a change, or the folder was last read to be polled. */
  failures: number
  /** Whether names have changed that the current read may not have. */
  due: boolean
  waiting: Waiting
  /** The first count of the line, which is announced; later ones are only shown. */
  announced: Waiting
}

/** A first page that was read and compared with the rows. */
export type FirstPageRead = { output: { ok: true; asOf: number; live: boolean } | Failure }
/** Whether uploads need the connections that the browser has for this server. */
export type UploadsLook = { output: boolean }
export type ChangesFollowed = { input: Pick<FollowFolderInput, 'asOf'> }
