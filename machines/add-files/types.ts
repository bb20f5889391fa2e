import type { Failure } from '../failure.ts'
import type { DuplicateChoice, FoundFile, SelectedItem, Selection } from '../upload-queue/types.ts'

/**
 * What to do where names are taken, in folders too. `skip` keeps the files that are there; `compare` too, if they are the
 * same.
 */
export type NameChoice = DuplicateChoice | 'compare'

/** Files and folders that were chosen or dropped, and the folder that they are for. */
export type ChosenFiles = Pick<Selection, 'bucket' | 'prefix' | 'items'>

/** A file or folder at the top of a selection. */
export type TopName = { name: string; folder: boolean }

/**
 * Why names could not be looked up. `TOO_MANY_NAMES`: the folder has too many to compare. `PERMISSION_DENIED`: the user
 * may not list; `ACCESS_DENIED`: the storage refused.
 */
export type LookUpFailure = Failure | { ok: false; code: 'TOO_MANY_NAMES' }

/**
 * How the files of a selection, in their order, fit into the quota: `fitting` has each file that fits beside those
 * before it, `others` the rest. `needed`: bytes that the quota counts for all of them; `free`: bytes of the quota left
 * for them, after `underWay` for unfinished uploads. `leftOut`: system files skipped.
 */
export type Fit = {
  fitting: readonly FoundFile[]
  others: readonly FoundFile[]
  needed: number
  free: number
  underWay: number
  leftOut: number
}

export type AddFilesContext = {
  /** Selections still to be added, the current one first. */
  pending: readonly ChosenFiles[]
  /** The names at the top of the current one. */
  names: readonly TopName[]
  /** The `names` that two or more of its files have. */
  duplicates: readonly TopName[]
  /** Names in the folder, as in a listing; empty while they are not known. */
  taken: ReadonlySet<string>
  failure: LookUpFailure | null
  /** The current one, once its names are settled. */
  selection: Selection | null
  /** Null unless some of its files do not fit. */
  fit: Fit | null
  /** The bucket whose unseen names the user has agreed to replace. */
  agreedBucket: string | null
}

export type AddFilesEvent =
  | ({ type: 'add files' } & ChosenFiles)
  | { type: 'choose'; choice: NameChoice }
  /** Upload although names were not compared. */
  | { type: 'upload anyway' }
  | { type: 'upload what fits' }
  /** Look the names up again. */
  | { type: 'retry' }
  /** Adds none of the current files. */
  | { type: 'cancel' }
  /** The user has signed out. */
  | { type: 'forget' }

/**
 * Reads the names at the top of a selection. `left`: what of it does not continue an interrupted upload, if anything does;
 * the names are of these items.
 */
export type ReadNames = {
  input: ChosenFiles
  output: { names: readonly TopName[]; duplicates: readonly TopName[]; left?: readonly SelectedItem[] }
}

/** Looks up the names in a folder that may conflict with `names`, including those of unfinished uploads. */
export type LookUpNames = {
  input: { bucket: string; prefix: string; names: readonly TopName[] }
  output: { ok: true; taken: ReadonlySet<string> } | { ok: false; code: 'TOO_MANY_NAMES' } | Failure
}

/** Compares the files of a selection with the free quota; null if it is unknown, or unlimited. */
export type Measure = { input: { selection: Selection }; output: Fit | null }
