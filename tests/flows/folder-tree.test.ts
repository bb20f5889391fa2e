import { folderTreeMachine } from '../../machines/folder-tree/machine.ts'
import { folderTreeFlow } from './folder-tree.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('folder-tree', folderTreeMachine, folderTreeFlow)
