// The loops of the kernels that have a walk in common. JavaScript brings the memory.

export { cells, cellsBegin } from './cells';
export { planes, planesBegin, planesBelow } from './planes';
