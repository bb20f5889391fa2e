import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import { bulkJobFlow } from './bulk-job.flow.ts'

describeFlow('bulk-job', bulkJobMachine, bulkJobFlow)
