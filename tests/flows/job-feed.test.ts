import { jobFeedMachine } from '../../machines/job-feed/machine.ts'
import { jobFeedFlow } from './job-feed.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('job-feed', jobFeedMachine, jobFeedFlow)
