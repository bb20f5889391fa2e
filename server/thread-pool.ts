/**
 * Threads for files, argon2 and DNS; syncs of a slow disk could block all of Node's four. Read at the first use of the
 * pool, so import this before anything else.
 */
process.env.UV_THREADPOOL_SIZE ??= '16'
