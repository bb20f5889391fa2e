import type { Database, Transaction } from '../../../server/store/open.ts'

/** For a test that calls what takes a transaction by itself: each of its statements is one. */
export const alone = (db: Database): Transaction => db as Transaction
