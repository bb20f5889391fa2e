import './thread-pool.ts'
import { main } from './cli.ts'

const status = await main(process.argv.slice(2), process.env, console)
if (status !== null) process.exit(status)
