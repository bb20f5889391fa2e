import { appUpdateMachine } from '../../machines/app-update/machine.ts'
import { appUpdateFlow } from './app-update.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('app-update', appUpdateMachine, appUpdateFlow)
