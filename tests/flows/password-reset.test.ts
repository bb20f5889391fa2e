import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { passwordResetFlow } from './password-reset.flow.ts'

describeFlow('password-reset', passwordResetMachine, passwordResetFlow)
