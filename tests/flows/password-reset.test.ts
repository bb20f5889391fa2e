import { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { passwordResetFlow } from './password-reset.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('password-reset', passwordResetMachine, passwordResetFlow)
