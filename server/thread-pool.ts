/**
 * Threads for files, argon2 and DNS; Node's four would all be held by syncs of a slow disk. Read at the first use of the pool,
 * so this must be imported before anything else.
 */
process.env.UV_THREADPOOL_SIZE ??= '16'
