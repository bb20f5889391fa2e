import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { jobFeedMachine } from '../../machines/job-feed/machine.ts'
import { jobFeedFlow } from './job-feed.flow.ts'

describeFlow('job-feed', jobFeedMachine, jobFeedFlow)
