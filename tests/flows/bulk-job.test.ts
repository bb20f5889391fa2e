import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import { bulkJobFlow } from './bulk-job.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('bulk-job', bulkJobMachine, bulkJobFlow)
