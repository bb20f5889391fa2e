import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { appUpdateMachine } from '../../machines/app-update/machine.ts'
import { appUpdateFlow } from './app-update.flow.ts'

describeFlow('app-update', appUpdateMachine, appUpdateFlow)
