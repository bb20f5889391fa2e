import { shellMachine } from '../../machines/shell/machine.ts'
import { shellFlow } from './shell.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('shell', shellMachine, shellFlow)
